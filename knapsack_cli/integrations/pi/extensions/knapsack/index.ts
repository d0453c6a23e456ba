// The Pi extension that `knapsack setup pi` installs. It holds no rules of its own: it hands text to the
// commands of knapsack and puts back what they say. Whatever fails, Pi goes on as without it.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { registerCommands, say } from "./commands.ts";
import { Memory } from "./memory.ts";
import { hasRtk, upstreamBeside } from "./neighbours.ts";
import { Program } from "./program.ts";
import { Requests } from "./requests.ts";
import { compressResult } from "./results.ts";
import { readSettings, type Settings } from "./settings.ts";
import { Timing } from "./timing.ts";
import { registerTools, withoutVault } from "./tools.ts";

const OFF = !["", "0"].includes(process.env.KNAPSACK_OFF ?? "");

export default function (pi: any) {
  if (OFF) return;
  const program = new Program();
  const memory = new Memory(program);
  const requests = new Requests(program);
  const timing = new Timing();
  const ours = dirname(fileURLToPath(import.meta.url));
  let rtk = false;
  let settings: Promise<Settings> | undefined;
  let vault: Promise<void> | undefined;

  const known = (ctx: any) => (settings ??= readSettings(program, ctx.cwd));
  const on = (name: string, handler: (event: any, ctx: any) => any) => pi.on(name, timing.guard(name, handler));

  on("session_start", (_event, ctx) => {
    program.session = ctx.sessionManager?.getSessionId?.() ?? "";
    program.failures = 0;
    rtk = hasRtk(pi);
    settings = readSettings(program, ctx.cwd);
    const beside = upstreamBeside(pi, ours);
    if (beside.length) say(ctx, `knapsack: ${beside.join(", ")} does the same work; remove it, or run: knapsack setup pi --remove`, true);
  });
  on("tool_result", async (event, ctx) => compressResult(program, event, ctx, await known(ctx), rtk));
  on("before_agent_start", async (event, ctx) => {
    requests.promptStarts();
    vault ??= withoutVault(pi, program, ctx.cwd);
    const [injected] = await Promise.all([memory.inject(event, ctx), vault]);
    return injected;
  });
  on("before_provider_request", async (event, ctx) => requests.slim(event.payload, ctx, await known(ctx)));
  on("message_end", (event) => memory.capture(event));
  on("turn_end", (event, ctx) => memory.turnEnded(event, ctx));
  on("session_before_compact", (event, ctx) => memory.flush(event, ctx));
  on("session_shutdown", (_event, ctx) => memory.end(ctx));

  registerTools(pi, program, (ctx) => memory.settled(ctx));
  registerCommands(pi, program, () => [
    program.failures ? `knapsack failed ${program.failures}x in a row: ${program.lastFailure}` : `knapsack works: ${program.words.join(" ")}`,
    ...(rtk ? ["RTK is here: bash output is left to it (secrets apart) unless output.disable_with_rtk is false"] : []),
    ...timing.report(),
  ]);
}
