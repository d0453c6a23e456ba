// Part of the Pi extension that `knapsack setup pi` installs: the skills catalogue and the tools of a request.
import { output, type Program, type Ran } from "./program.ts";
import type { Settings } from "./settings.ts";

const CATALOGUE = /<available_skills>.*?<\/available_skills>/gs;

export class Requests {
  /** The catalogue as it was and as it became. It does not change while one prompt is worked on. */
  private known: { before: string; after: string } | undefined;

  constructor(private readonly program: Program) {}

  /** A new prompt may ask for other skills. */
  promptStarts(): void {
    this.known = undefined;
  }

  /** The request with less in it; undefined leaves it as it is. */
  async slim(payload: any, ctx: any, settings: Settings): Promise<any> {
    const before = JSON.stringify(payload);
    const provider = ctx.model?.provider ? ["--provider", String(ctx.model.provider)] : [];
    let text = await this.skills(before, provider, ctx);
    if (!settings.toolsOff) text = output(await this.run(["tools", ...provider], text, ctx)) ?? text;
    return text === before ? undefined : JSON.parse(text);
  }

  private async skills(before: string, provider: string[], ctx: any): Promise<string> {
    const blocks = before.match(CATALOGUE);
    if (!blocks) return before;
    if (blocks.length === 1 && this.known?.before === blocks[0]) return before.replace(blocks[0], () => this.known!.after);
    const text = output(await this.run(["skills", ...provider], before, ctx));
    if (text === undefined) return before;
    const after = text.match(CATALOGUE)?.[0];
    if (blocks.length === 1 && after !== undefined && before.replace(blocks[0], () => after) === text) {
      this.known = { before: blocks[0], after };
    }
    return text;
  }

  private run(args: string[], input: string, ctx: any): Promise<Ran | undefined> {
    const session = this.program.session ? ["--session", this.program.session] : [];
    return this.program.run([...args, ...session], { cwd: ctx.cwd, input, signal: ctx.signal });
  }
}
