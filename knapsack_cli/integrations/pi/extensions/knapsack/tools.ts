// Part of the Pi extension that `knapsack setup pi` installs: what the model may ask of knapsack.
import type { Program } from "./program.ts";

/** Of a longer answer the model gets the whole lines that fit, as from Pi's own tools. */
const LIMIT = 40 * 1024;

interface Tool {
  description: string;
  snippet?: string;
  properties: Record<string, unknown>;
  required?: string[];
  args(given: any): string[];
  input?(given: any): string;
}

const text = { type: "string" };
const whole = { type: "integer" };

const TOOLS: Record<string, Tool> = {
  retrieve: {
    description: "Original of compressed output, by its footer's hash; lines A:B",
    snippet: "Bring back what compressed output left out",
    properties: { hash: text, lines: text, grep: text },
    required: ["hash"],
    args: ({ hash, lines, grep }) => [
      "retrieve", ...(lines ? ["--lines", lines] : []), ...(grep ? ["--grep", grep, "-C", "2"] : []), "--", hash,
    ],
  },
  recall: {
    description: "Search earlier sessions, memories, notes",
    properties: { query: text },
    required: ["query"],
    args: ({ query }) => ["recall", "--limit", "5", "--", query],
  },
  around: {
    description: "Read on around a hit",
    properties: { id: text },
    required: ["id"],
    args: ({ id }) => ["recall", "--around", id],
  },
  remember: {
    description: "Save a decision, fact, gotcha for later sessions",
    properties: { text },
    required: ["text"],
    args: ({ text }) => ["remember", "--", text],
  },
  forget: {
    description: "Delete by id",
    properties: { id: text },
    required: ["id"],
    args: ({ id }) => ["forget", "--yes", "--", id],
  },
  anchor: {
    description: "Declare what must hold, and words that tell of drift",
    properties: { statement: text, signals: { type: "array", items: text } },
    required: ["statement", "signals"],
    args: ({ statement, signals }) => ["drift", "add", ...signals.flatMap((signal: string) => ["--signal", signal]), "--", statement],
  },
  drift: {
    description: "Check text against anchors, or list them",
    properties: { text },
    args: ({ text }) => (text ? ["drift", "-"] : ["drift", "list"]),
    input: ({ text }) => text ?? "",
  },
  note: {
    description: "Write or append to an Obsidian note",
    properties: { title: text, text },
    required: ["title", "text"],
    args: ({ title }) => ["note", "--", title],
    input: ({ text }) => text,
  },
  vault: {
    description: "Search the vault",
    properties: { query: text },
    required: ["query"],
    args: ({ query }) => ["note", "search", "--", query],
  },
  stats: { description: "Savings", properties: {}, args: () => ["stats"] },
};
const OF_VAULT = ["knapsack_note", "knapsack_vault"];

const GUIDELINES = [
  "[... N lines A-B] stands for lines left out: knapsack_retrieve them before relying on them",
];

/** Takes the tools for notes out of what the model sees where there is no vault that they could work on. */
export async function withoutVault(pi: any, program: Program, cwd: string): Promise<void> {
  const ran = await program.run(["note", "vault"], { cwd });
  if (ran?.code === 1) pi.setActiveTools(pi.getActiveTools().filter((name: string) => !OF_VAULT.includes(name)));
}

/** Registers the tools. `settled` waits until what was said so far can be found. */
export function registerTools(pi: any, program: Program, settled: (ctx: any) => Promise<void>): void {
  for (const [name, tool] of Object.entries(TOOLS)) {
    pi.registerTool({
      name: `knapsack_${name}`,
      label: `knapsack ${name}`,
      description: tool.description,
      ...(tool.snippet ? { promptSnippet: tool.snippet } : {}),
      ...(name === "retrieve" ? { promptGuidelines: GUIDELINES } : {}),
      parameters: { type: "object", properties: tool.properties, ...(tool.required ? { required: tool.required } : {}) },
      async execute(_id: string, given: any, signal: AbortSignal | undefined, _onUpdate: unknown, ctx: any) {
        if (name === "recall" || name === "around") await settled(ctx);
        const ran = await program.run(tool.args(given), { cwd: ctx?.cwd ?? process.cwd(), input: tool.input?.(given), signal });
        if (!ran) throw new Error(`knapsack did not answer: ${program.lastFailure || "it was stopped"}`);
        const said = ran.err.trim();
        if (ran.code > 1) throw new Error(said || `knapsack ended with exit code ${ran.code}`);
        const out = shortened(ran.out.toString("utf8"), given) || said || "nothing found";
        return { content: [{ type: "text", text: out }], details: { exitCode: ran.code } };
      },
    });
  }
}

function shortened(out: string, given: any): string {
  if (Buffer.byteLength(out) <= LIMIT) return out;
  let kept = Buffer.from(out).subarray(0, LIMIT).toString("utf8");
  kept = kept.slice(0, Math.max(kept.lastIndexOf("\n"), 0)) || kept;
  if (given.grep) return `${kept}\n[cut here; ask with a narrower grep]`;
  const next = (Number(String(given.lines ?? "1").split(":")[0]) || 1) + kept.split("\n").length;
  return `${kept}\n[cut here; the rest from lines "${next}:${next + 400}" on]`;
}
