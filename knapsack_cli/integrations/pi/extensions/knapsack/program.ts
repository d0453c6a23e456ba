// Part of the Pi extension that `knapsack setup pi` installs: starting knapsack.
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Ran {
  code: number;
  out: Buffer;
  err: string;
}

/** What a filter wrote; undefined where it failed or wrote nothing. */
export function output(ran: Ran | undefined): string | undefined {
  return ran?.code === 0 && ran.out.length ? ran.out.toString("utf8") : undefined;
}

export interface Call {
  cwd: string;
  input?: string | Buffer;
  /** A file whose bytes are the input, handed over without being read here. */
  inputFile?: string;
  env?: Record<string, string>;
  signal?: AbortSignal;
}

const TIMEOUT_MS = Number(process.env.KNAPSACK_PI_TIMEOUT_MS) || 10_000;
/** After so many failures one after the other the program is left alone until the next session. */
const FAILURES = 3;
/** What a person set for commands of their own must not pass for facts about ours. */
const HINTS = ["KNAPSACK_COMMAND", "KNAPSACK_PATH", "KNAPSACK_EXIT_CODE"];

/** The words that start knapsack: as set, as `knapsack setup pi` wrote them down, or by name. */
function words(): string[] {
  if (process.env.KNAPSACK_PROGRAM) return [process.env.KNAPSACK_PROGRAM];
  try {
    const folder = dirname(fileURLToPath(import.meta.url));
    const { program } = JSON.parse(readFileSync(join(folder, "program.json"), "utf8"));
    if (Array.isArray(program) && program.every((word) => typeof word === "string") && program.length) return program;
  } catch {}
  return ["knapsack"];
}

export class Program {
  readonly words = words();
  session = "";
  failures = 0;
  lastFailure = "";

  get givenUp(): boolean {
    return this.failures >= FAILURES;
  }

  /** Run one command; undefined when it could not be started, hung, was ended by a signal, or was given up. */
  async run(args: string[], call: Call): Promise<Ran | undefined> {
    if (this.givenUp || call.signal?.aborted) return undefined;
    const ran = await this.start(args, call);
    if (ran) this.failures = 0;
    else if (!call.signal?.aborted) this.failures += 1;
    return ran;
  }

  /** Run one command whose words nobody reads, which may outlive Pi; resolves when it has ended, or hangs. */
  leave(args: string[], cwd: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.givenUp) return resolve();
      try {
        const child = spawn(this.words[0], [...this.words.slice(1), ...args], {
          cwd, env: this.environment(), stdio: "ignore", detached: true,
        });
        const timer = setTimeout(() => (kill(child), (this.failures += 1), resolve()), TIMEOUT_MS);
        timer.unref();
        child.on("error", () => resolve());
        child.on("close", () => (clearTimeout(timer), resolve()));
        child.unref();
      } catch {
        resolve();
      }
    });
  }

  private environment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
    const env: NodeJS.ProcessEnv = { ...process.env };
    for (const name of HINTS) delete env[name];
    if (this.session) env.KNAPSACK_SESSION = this.session;
    return { ...env, ...more };
  }

  private start(args: string[], call: Call): Promise<Ran | undefined> {
    return new Promise((resolve) => {
      let file: number | undefined;
      let timer: NodeJS.Timeout | undefined;
      let abort: (() => void) | undefined;
      const end = (ran: Ran | undefined, why = "") => {
        if (why) this.lastFailure = why;
        if (timer) clearTimeout(timer);
        if (abort) call.signal?.removeEventListener("abort", abort);
        if (file !== undefined) closeSync(file);
        file = undefined;
        resolve(ran);
      };
      try {
        if (call.inputFile !== undefined) file = openSync(call.inputFile, "r");
        const child = spawn(this.words[0], [...this.words.slice(1), ...args], {
          cwd: call.cwd,
          env: this.environment(call.env),
          stdio: [file ?? "pipe", "pipe", "pipe"],
          // A group of its own, so that what it started ends with it.
          detached: true,
        });
        timer = setTimeout(() => (kill(child), end(undefined, `no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
        abort = () => (kill(child), end(undefined));
        call.signal?.addEventListener("abort", abort, { once: true });
        const out: Buffer[] = [];
        const err: Buffer[] = [];
        child.stdout!.on("data", (data: Buffer) => out.push(data));
        child.stderr!.on("data", (data: Buffer) => err.push(data));
        child.on("error", (error) => end(undefined, error.message));
        child.on("close", (code, signal) =>
          code === null
            ? end(undefined, `ended by ${signal}`)
            : end({ code, out: Buffer.concat(out), err: Buffer.concat(err).toString("utf8") }),
        );
        child.stdin?.on("error", () => {});
        child.stdin?.end(call.input ?? "");
      } catch (error) {
        end(undefined, String((error as Error)?.message ?? error));
      }
    });
  }
}

/** End a process and all that it started. */
function kill(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(-child.pid, "SIGKILL");
  } catch {}
}
