// Part of the Pi extension that `knapsack setup pi` installs: tool results through `knapsack compress`.
import { lstatSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, dirname, resolve } from "node:path";
import { output, type Program } from "./program.ts";
import type { Settings } from "./settings.ts";

/** A gain that no output reaches: secrets are redacted, and all else stays. */
const REDACT_ONLY = { KNAPSACK_OUTPUT_MIN_SAVINGS_RATIO: "1" };
/** What Pi itself lets a model see of one result; only a longer text needs to be told so. */
const LIMIT = 50 * 1024;
/** Their results are exact by their nature: what was written, and where. */
const EXACT = new Set(["edit", "write"]);
const RETRIEVAL = /^\s*(?:\w+=\S*\s+)*knapsack\s+(?:retrieve|recall|remember|forget|drift|note|export|stats)\b(?!.*\|\s*knapsack\s+compress)/s;
const STATUS = /(?:^|\n\n)(Command (?:exited with code (\d+)|timed out after [^\n]*|aborted|terminated without an exit code))$/;
const NOTICE = /\n\n\[Showing [^\n]*Full output: ([^\n\]]+)\]$/;
const FOOTER = /\n?\[knapsack: [^\n]*knapsack retrieve [0-9a-f]+\]\n?$/;

interface Source {
  env: Record<string, string>;
  text: string;
  file?: string;
  /** What Pi says after the output. */
  status: string;
}

/** What to put in place of a tool's result; undefined leaves it as it is. */
export async function compressResult(program: Program, event: any, ctx: any, settings: Settings, rtk: boolean): Promise<any> {
  if (isExempt(event, settings) || !Array.isArray(event.content)) return undefined;
  const aside = event.toolName === "bash" && rtk && settings.asideForRtk;
  let changed = false;
  const content = await Promise.all(
    event.content.map(async (block: any) => {
      if (block?.type !== "text" || !block.text) return block;
      const text = aside
        ? await redactText(program, event, ctx, block.text)
        : await compressText(program, event, ctx, settings, block.text);
      if (text === undefined || text === block.text) return block;
      changed = true;
      return { ...block, text };
    }),
  );
  return changed ? { content, details: withoutCopies(event.details, aside) } : undefined;
}

function isExempt(event: any, settings: Settings): boolean {
  const input = event.input ?? {};
  // A nested call's result goes to a program, not to the model.
  if (event.parentToolCallId !== undefined || EXACT.has(event.toolName)) return true;
  if (event.toolName.startsWith("knapsack_")) return true;
  if (settings.tools.length && !settings.tools.includes(event.toolName)) return true;
  if (event.toolName === "bash") return RETRIEVAL.test(String(input.command ?? ""));
  if (event.toolName !== "read") return false;
  if (event.isError || input.offset !== undefined || input.limit !== undefined) return true;
  return basename(String(input.path ?? "")) === "SKILL.md" || linesRead(event) < settings.readLines;
}

function linesRead(event: any): number {
  const shown = event.content?.find?.((block: any) => block?.type === "text")?.text ?? "";
  return Math.max(event.details?.truncation?.totalLines ?? 0, shown.split("\n").length);
}

/** A text that somebody else has shortened, without its secrets; and so Pi's file of the whole output. */
async function redactText(program: Program, event: any, ctx: any, text: string): Promise<string | undefined> {
  const redacted = async (from: { input?: string; inputFile?: string }) =>
    output(await program.run(["compress"], { cwd: ctx.cwd, env: REDACT_ONLY, signal: ctx.signal, ...from }));
  const file = event.details?.fullOutputPath;
  if (isLeftover(file) && isFile(file)) {
    const whole = await redacted({ inputFile: file });
    if (whole !== undefined) writeFileSync(file, whole);
  }
  return redacted({ input: text });
}

async function compressText(program: Program, event: any, ctx: any, settings: Settings, text: string): Promise<string | undefined> {
  const source = sourceOf(event, ctx, text);
  if (!source) return undefined;
  const large = (source.file ? statSync(source.file).size : Buffer.byteLength(source.text)) > LIMIT;
  const args = large && !settings.budget ? ["compress", "--budget", "50KB"] : ["compress"];
  const ran = await program.run(args, {
    cwd: ctx.cwd, env: source.env, signal: ctx.signal, ...(source.file ? { inputFile: source.file } : { input: source.text }),
  });
  if (!ran || ran.code !== 0 || (ran.out.length === 0 && source.text !== "")) return undefined;
  const short = ran.out.toString("utf8");
  if (source.file && short.length > 2 * LIMIT) return undefined;
  if (source.file) removeLeftover(source.file);
  const drift = driftOf(ran.err);
  const footer = FOOTER.exec(short);
  if (!footer) {
    // Nothing was left out: at most secrets differ, and Pi's own words stay where they were.
    if (event.toolName === "read") return undefined;
    if (short === source.text && !drift.length) return undefined;
    return [short.replace(/\n$/, ""), ...drift].join("\n") + (source.status ? `\n\n${source.status}` : "");
  }
  const notes = [...drift, source.status];
  if (event.toolName === "read") {
    notes.push(`[exact lines A to B: read ${event.input.path} with offset=A and limit=B-A+1; the numbers are the file's]`);
  }
  const body = short.slice(0, footer.index).replace(/\n$/, "");
  return [body, ...notes, footer[0].trim()].filter(Boolean).join("\n");
}

/** Where the whole output is, and what is known of it. */
function sourceOf(event: any, ctx: any, text: string): Source | undefined {
  const input = event.input ?? {};
  if (event.toolName === "read") {
    const path = String(input.path ?? "");
    const source: Source = { env: { KNAPSACK_PATH: path }, text, status: "" };
    if (!event.details?.truncation?.truncated) return source;
    const file = resolve(ctx.cwd, path.replace(/^@/, "").replace(/^~(?=\/|$)/, homedir()));
    return isFile(file) ? { ...source, file } : undefined;
  }
  if (event.toolName !== "bash") {
    return { env: { KNAPSACK_COMMAND: commandOf(event.toolName, input) }, text, status: "" };
  }
  const ended = event.isError ? STATUS.exec(text) : null;
  const body = ended ? text.slice(0, ended.index) : text;
  const notice = NOTICE.exec(body);
  const code = event.structuredContent?.exit_code ?? (ended ? ended[2] : event.isError ? undefined : 0);
  const env: Record<string, string> = { KNAPSACK_COMMAND: String(input.command ?? "") };
  if (code !== undefined) env.KNAPSACK_EXIT_CODE = String(code);
  const file = event.details?.fullOutputPath ?? notice?.[1];
  const source: Source = { env, text: body, status: ended ? ended[1] : "" };
  if (!file) return body ? source : undefined;
  return isFile(file) ? { ...source, file } : undefined;
}

/** The built-in search tools as the commands that print alike. */
function commandOf(name: string, input: any): string {
  const words = [name === "grep" ? "grep -rn" : name];
  for (const key of ["pattern", "path"]) if (typeof input[key] === "string") words.push(input[key]);
  return words.join(" ");
}

function driftOf(err: string): string[] {
  return err
    .split("\n")
    .filter((line) => /^knapsack: .*(?: drifting: | more lines drift)/.test(line))
    .map((line) => `[${line}]`);
}

/** Details without Pi's own copies of the original text, and, where our text is of the whole, without its being cut. */
function withoutCopies(details: any, cut: boolean): any {
  if (!details || typeof details !== "object") return details;
  const { fullOutputPath, truncation, ...rest } = details;
  return cut && truncation ? { ...rest, truncation: { ...truncation, content: "" } } : rest;
}

/** Pi never removes its file of the whole output; the original is in our cache now, readable by its owner alone. */
function removeLeftover(file: string): void {
  if (!isLeftover(file)) return;
  try {
    unlinkSync(file);
  } catch {}
}

function isLeftover(file: unknown): file is string {
  return typeof file === "string" && dirname(file) === tmpdir() && /^pi-bash-[0-9a-f]+\.log$/.test(basename(file));
}

function isFile(path: string): boolean {
  try {
    return lstatSync(path).isFile();
  } catch {
    return false;
  }
}
