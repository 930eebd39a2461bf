/** The project of `conformance/guard/project.json` on a file system in memory, and the rows of the decision table. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { splitTools } from "../../../src/format/parse/fields/split-tools.ts";
import { PROTECTED_NAMES } from "../../../src/model/rules/protected-names.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import { protection } from "../../../src/session/permit/open-guard.ts";
import type { Surroundings } from "../../../src/session/permit/paths/surroundings.ts";
import { readCall, toolKindFor } from "../../../src/session/permit/read-call.ts";
import { findGrantingRule } from "../../../src/session/permit/rules/find-granting-rule.ts";
import { readToolRules } from "../../../src/session/permit/rules/rule-set.ts";

export interface GuardRow {
  readonly rule: string;
  /** The command line, or the call of another tool. */
  readonly line?: string;
  readonly call?: { readonly tool: string; readonly input: object };
  readonly verdict: "granted" | "asks";
  readonly reason?: string;
}

export interface GuardTable {
  readonly name: string;
  readonly about: string;
  readonly kind: "harmful" | "ordinary" | "harmless";
  readonly rows: readonly GuardRow[];
}

interface Project {
  readonly root: string;
  readonly home: string;
  readonly active: string;
  readonly skillRoots: readonly string[];
  readonly files: Readonly<Record<string, string | { readonly link: string }>>;
}

const directory = join(import.meta.dirname, "../../../conformance/guard");

function read<T>(name: string): T {
  return JSON.parse(readFileSync(join(directory, name), "utf8")) as T;
}

export const tables: readonly GuardTable[] = readdirSync(directory)
  .filter((name) => name.endsWith(".json") && name !== "project.json")
  .sort()
  .map((name) => ({ ...read<GuardTable>(name), name: name.replace(".json", "") }));

const { root, home, active, skillRoots, files } = read<Project>("project.json");
const protectedPlaces = [...PROTECTED_NAMES.map((name) => `${root}/${name}`), ...skillRoots];

const disk = memoryFiles(files);

export const around: Surroundings = {
  cwd: root,
  projectRoot: root,
  home,
  files: disk,
  protectedPlaces,
  readable: [active],
  active: [active],
  isProtected: protection(protectedPlaces, { root, home, files: disk }),
};

/** Returns `granted`, or the reason. */
export function verdictOn(rules: string, command: unknown): Promise<string> {
  return verdictOnCall(rules, "Bash", { command });
}

export async function verdictOnCall(rules: string, tool: string, input: unknown): Promise<string> {
  const list = rules.startsWith("Bash(") && !rules.includes("), ") ? [rules] : splitTools(rules);
  const covered = findGrantingRule(readToolRules(list), await readCall(tool, toolKindFor(tool), input), around);
  return "rule" in covered ? "granted" : covered.reason;
}
