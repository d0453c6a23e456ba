// Part of the Pi extension that `knapsack setup pi` installs: the skills catalogue and the tools of a request.
import type { Program } from "./program.ts";

export class Requests {
  /** Whether the settings leave tools alone; asked once a session. */
  private toolsOff: boolean | undefined;

  constructor(private readonly program: Program) {}

  /** The request with less in it; undefined leaves it as it is. */
  async slim(payload: any, ctx: any): Promise<any> {
    const before = JSON.stringify(payload);
    let text = before;
    const provider = ctx.model?.provider ? ["--provider", String(ctx.model.provider)] : [];
    if (text.includes("<available_skills>")) text = (await this.filter(["skills", ...provider], text, ctx)) ?? text;
    if (!this.toolsOff) {
      const ran = await this.run(["tools", ...provider, ...(this.toolsOff === undefined ? ["--explain"] : [])], text, ctx);
      if (ran && this.toolsOff === undefined) this.toolsOff = /\btools\.mode\W+off\b/.test(ran.err);
      if (ran?.code === 0 && ran.out.length) text = ran.out.toString("utf8");
    }
    return text === before ? undefined : JSON.parse(text);
  }

  private async filter(args: string[], input: string, ctx: any): Promise<string | undefined> {
    const ran = await this.run(args, input, ctx);
    return ran?.code === 0 && ran.out.length ? ran.out.toString("utf8") : undefined;
  }

  private run(args: string[], input: string, ctx: any) {
    const session = this.program.session ? ["--session", this.program.session] : [];
    return this.program.run([...args, ...session], { cwd: ctx.cwd, input, signal: ctx.signal });
  }
}
