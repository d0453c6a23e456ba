// Part of the Pi extension that `knapsack setup pi` installs: failing open, and what each event costs.

/** Milliseconds added to each kind of event. */
export class Timing {
  private readonly spent = new Map<string, number[]>();

  /** A handler that never throws: whatever goes wrong, Pi goes on as without it. */
  guard<R>(name: string, handler: (event: any, ctx: any) => Promise<R> | R) {
    return async (event: any, ctx: any): Promise<R | undefined> => {
      const start = performance.now();
      try {
        return await handler(event, ctx);
      } catch {
        return undefined;
      } finally {
        const times = this.spent.get(name) ?? [];
        times.push(performance.now() - start);
        this.spent.set(name, times);
      }
    };
  }

  report(): string[] {
    return [...this.spent].map(([name, times]) => {
      const sorted = [...times].sort((a, b) => a - b);
      const median = sorted[Math.floor(sorted.length / 2)];
      return `${name}: ${times.length}x, median ${median.toFixed(0)} ms, most ${sorted[sorted.length - 1].toFixed(0)} ms`;
    });
  }
}
