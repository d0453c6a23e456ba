// Part of the Pi extension that `knapsack setup pi` installs: the settings that are for the extension.
import type { Program } from "./program.ts";

export interface Settings {
  /** A `read` of fewer lines is for editing, and stays exact. */
  readLines: number;
  /** Tools whose results are compressed; empty for all. */
  tools: string[];
  /** Whether bash is left to RTK where that is installed. */
  asideForRtk: boolean;
  /** Tokens that one output may cost; 0 where nobody said. */
  budget: number;
  /** Whether the tools of a request are left as they are. */
  toolsOff: boolean;
}

/** The settings in force at `cwd`; the defaults where they cannot be read. */
export async function readSettings(program: Program, cwd: string): Promise<Settings> {
  const ran = await program.run(["stats", "--settings", "--json"], { cwd });
  const said = new Map<string, any>();
  for (const line of ran?.code === 0 ? ran.out.toString("utf8").split("\n") : []) {
    try {
      const { name, value } = JSON.parse(line);
      said.set(name, value);
    } catch {}
  }
  const tools = said.get("output.tools");
  return {
    readLines: said.get("output.max_lines") ?? 400,
    tools: Array.isArray(tools) ? tools : [],
    asideForRtk: said.get("output.disable_with_rtk") ?? true,
    budget: said.get("compress.budget") ?? 0,
    toolsOff: (said.get("tools.mode") ?? "off") === "off",
  };
}
