// Part of the Pi extension that `knapsack setup pi` installs: what a person may ask of knapsack.
import type { Program } from "./program.ts";

interface Command {
  name: string;
  description: string;
  /** Said where the last argument is missing. */
  missing?: string;
  args(words: string, ctx: any): string[];
}

const COMMANDS: Command[] = [
  {
    name: "recall",
    missing: "say what to look for, for example: /recall connection pool",
    description: "Search past sessions, memories and notes: /recall WORDS, /recall stats, /recall import",
    args: (words) => (words === "stats" ? ["stats"] : words === "import" ? ["import", "pi"] : ["recall", "--", words]),
  },
  {
    name: "knapsack-learn",
    missing: "this session has no file to learn from",
    description: "What this session teaches; /knapsack-learn save keeps it",
    args: (words, ctx) => ["remember", "learn", ...(words === "save" ? ["--save"] : []), ctx.sessionManager?.getSessionFile?.() ?? ""],
  },
  {
    name: "knapsack-consolidate",
    description: "Merge memories that say the same",
    args: () => ["remember", "consolidate"],
  },
  {
    name: "skill-optimizer",
    description: "What slimming skills saved: /skill-optimizer, /skill-optimizer init",
    args: (words) => ["skills", words === "init" ? "init" : "report"],
  },
];

export function registerCommands(pi: any, program: Program, status: (ctx: any) => string[]): void {
  for (const command of COMMANDS) {
    pi.registerCommand(command.name, {
      description: command.description,
      handler: async (words: string, ctx: any) => {
        const args = command.args((words ?? "").trim(), ctx);
        if (args.at(-1) === "") return say(ctx, command.missing ?? "", true);
        say(ctx, ...(await asked(program, args, ctx)));
      },
    });
  }
  pi.registerCommand("knapsack-status", {
    description: "What knapsack saved, and whether it works here",
    handler: async (_: string, ctx: any) => {
      const [told, failed] = await asked(program, ["stats"], ctx);
      say(ctx, [...status(ctx), told].join("\n"), failed);
    },
  });
}

async function asked(program: Program, args: string[], ctx: any): Promise<[string, boolean]> {
  const ran = await program.run(args, { cwd: ctx.cwd });
  if (!ran) return [`knapsack did not answer: ${program.lastFailure}`, true];
  return [[ran.out.toString("utf8").trim(), ran.err.trim()].filter(Boolean).join("\n"), ran.code > 1];
}

/** Tell the person, not the model. */
export function say(ctx: any, told: string, failed = false): void {
  if (ctx.hasUI) ctx.ui.notify(told, failed ? "error" : "info");
  else (failed ? process.stderr : process.stdout).write(`${told}\n`);
}
