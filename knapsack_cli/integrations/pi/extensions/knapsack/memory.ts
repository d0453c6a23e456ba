// Part of the Pi extension that `knapsack setup pi` installs: what is remembered, before and after each turn.
import { existsSync } from "node:fs";
import type { Program } from "./program.ts";

/** Failures looked at in one turn; more of them say the same. */
const FAILURES = 3;

export class Memory {
  private lastBlock = "";
  private waiting: string[] = [];
  private queued = false;
  private indexing: Promise<unknown> = Promise.resolve();
  private observing: Promise<unknown> = Promise.resolve();

  constructor(private readonly program: Program) {}

  /** The block of memories that answers the prompt, as a message; undefined when none does, or it was just said. */
  async inject(event: any, ctx: any): Promise<any> {
    const prompt = String(event.prompt ?? "");
    if (!prompt.trim()) return undefined;
    const ran = await this.program.run(["recall", "--context"], { cwd: ctx.cwd, input: prompt, signal: ctx.signal });
    const block = ran?.code === 0 ? ran.out.toString("utf8") : "";
    if (!block.trim() || block === this.lastBlock) return undefined;
    this.lastBlock = block;
    return { message: { customType: "knapsack-memory", content: block, display: false } };
  }

  /** Keep a finished message for the session index. */
  capture(event: any): void {
    const message = event.message;
    if (!["user", "assistant", "toolResult"].includes(message?.role)) return;
    const timestamp = new Date(Number(message.timestamp) || Date.now()).toISOString();
    this.waiting.push(JSON.stringify({ type: "message", timestamp, message }));
  }

  /** After a turn: its messages into the index, its failures into memory. Pi does not wait for it. */
  turnEnded(event: any, ctx: any): void {
    const cwd = ctx.cwd;
    this.indexed(ctx);
    const calls: any[] = Array.isArray(event.message?.content) ? event.message.content : [];
    for (const result of (event.toolResults ?? []).filter((one: any) => one?.isError).slice(0, FAILURES)) {
      const call = calls.find((block) => block?.type === "toolCall" && block.id === result.toolCallId);
      const input = JSON.stringify({
        toolName: result.toolName, isError: true, input: call?.arguments,
        content: (result.content ?? []).filter((block: any) => block?.type === "text"),
      });
      this.observing = after(this.observing, () => this.program.run(["remember", "observe"], { cwd, input }));
    }
  }

  /** Put what waits into the session index: from Pi's own file where there is one, since it holds the ids. */
  indexed(ctx: any): void {
    // A run that has not begun yet takes the newer messages along.
    if (!this.waiting.length || this.queued) return;
    this.queued = true;
    const cwd = ctx.cwd;
    const session = this.program.session ? ["--session", this.program.session] : [];
    this.indexing = after(this.indexing, () => {
      this.queued = false;
      const input = this.waiting.splice(0).join("\n") + "\n";
      const file = sessionFile(ctx);
      return file
        ? this.program.leave(["import", file, "--agent", "pi"], cwd)
        : this.program.run(["import", "-", "--agent", "pi", ...session], { cwd, input });
    });
  }

  /** Before a compaction: the state worth keeping. */
  async flush(event: any, ctx: any): Promise<void> {
    const prepared = event.preparation ?? {};
    const messages = [...(prepared.messagesToSummarize ?? []), ...(prepared.turnPrefixMessages ?? [])];
    const lines = messages.map((message: any) => JSON.stringify({ type: "message", message }));
    if (!lines.length) return;
    this.lastBlock = "";
    await this.program.run(["remember", "flush", "--agent", "pi"], { cwd: ctx.cwd, input: lines.join("\n") + "\n", signal: ctx.signal });
  }

  /** At the end: the last messages, then pruning. What is read from Pi's own file is left to outlive Pi. */
  async end(ctx: any): Promise<void> {
    if (!sessionFile(ctx)) await this.settled(ctx);
    else if (this.waiting.length) void this.program.leave(["import", sessionFile(ctx)!, "--agent", "pi"], ctx.cwd);
    await this.observing;
    void this.program.leave(["prune"], ctx.cwd);
  }

  /** When all that was said before is in the index. */
  async settled(ctx: any): Promise<void> {
    this.indexed(ctx);
    // What may outlive Pi does not keep it alive; whoever waits for it does.
    const waiting = setInterval(() => {}, 1000);
    await this.indexing;
    clearInterval(waiting);
  }
}

/** One after the other, so that a turn's work is never done twice at once. */
function after(before: Promise<unknown>, work: () => Promise<unknown>): Promise<unknown> {
  return before.then(work).catch(() => {});
}

function sessionFile(ctx: any): string | undefined {
  const file = ctx.sessionManager?.getSessionFile?.();
  return file && existsSync(file) ? file : undefined;
}
