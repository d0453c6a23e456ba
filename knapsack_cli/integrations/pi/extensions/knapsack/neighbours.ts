// Part of the Pi extension that `knapsack setup pi` installs: other extensions that do the same work.
import { basename, dirname, sep } from "node:path";

const UPSTREAM = ["pi-knapsack", "pi-skill-optimizer", "pi-memory-sessions"];

interface Registered {
  name: string;
  path: string;
}

/** RTK is there when a command or an extension is called so, as a word; a folder on the way to it does not count. */
export function hasRtk(pi: any): boolean {
  return registered(pi).some(({ name, path }) => isWord(name) || isWord(extensionName(path)));
}

/** Those of the three extensions that this one replaces which are loaded too. A folder called knapsack may be anybody's. */
export function upstreamBeside(pi: any, ours: string): string[] {
  const found = new Set<string>();
  for (const { path } of registered(pi)) {
    if (!path || path.startsWith(ours)) continue;
    for (const part of [...path.split(sep), extensionName(path)]) if (UPSTREAM.includes(part)) found.add(part);
    if (extensionName(path) === "knapsack") found.add("knapsack");
  }
  return [...found].sort();
}

function isWord(name: string): boolean {
  return name.toLowerCase().split(/[^a-z0-9]+/).includes("rtk");
}

/** What an extension is called: its file, or the folder that holds its index. */
function extensionName(path: string): string {
  const name = basename(path).replace(/\.[cm]?[jt]s$/, "");
  if (name !== "index") return name;
  const folder = basename(dirname(path));
  return ["src", "dist", "extensions"].includes(folder) ? basename(dirname(dirname(path))) : folder;
}

function registered(pi: any): Registered[] {
  const found: Registered[] = [];
  for (const list of ["getCommands", "getAllTools"]) {
    try {
      for (const item of pi[list]?.() ?? []) {
        if (item.source === "skill" || item.source === "prompt") continue;
        found.push({ name: String(item.name ?? ""), path: String(item.sourceInfo?.path ?? item.path ?? "") });
      }
    } catch {}
  }
  return found;
}
