/**
 * Builds `doctor`'s list of problems from the findings of a load: the most harmful first, each with a command that
 * fixes it.
 */
import type { Diagnostic } from "../../../model/diagnostics/diagnostic.ts";
import type { Snapshot } from "../../../model/skills/snapshot.ts";
import { quoteCommand } from "../../../model/text/display/quote-command.ts";
import { isInside } from "../../../model/text/is-inside.ts";
import { plural, quoteWord } from "../../../model/text/text.ts";
import type { HostSummary } from "../hosts/host-summary.ts";

export interface FoundProblem {
  readonly code: string;
  readonly severity: "error" | "warning" | "info";
  /** The number of findings with this code. */
  readonly count: number;
  readonly message: string;
  /** Path of the first finding. */
  readonly path?: string;
  readonly line?: number;
  /** The fix, if no command fixes the problem. */
  readonly help?: string;
  /** The command that fixes the problem, or explains it. */
  readonly command: string;
}

export function findProblems(snapshot: Snapshot, hosts: readonly HostSummary[]): FoundProblem[] {
  const groups = new Map<string, Diagnostic[]>();
  for (const each of snapshot.diagnostics.filter(isTelling))
    groups.set(each.code, [...(groups.get(each.code) ?? []), each]);
  const found = [...groups.values()].flatMap((group) => problemOf(group, snapshot));
  return [...found, ...hostProblems(hosts), ...overriddenProblem(snapshot)].sort(byHarm);
}

/**
 * Returns true if `doctor` reports a finding. Notes are left to `check`, except SK912: a server's skill without
 * approval is missing for every model.
 */
function isTelling({ severity, code }: Diagnostic): boolean {
  return severity !== "info" || code === "SK912";
}

const RANK = { error: 0, warning: 1, info: 3 } as const;
/** Codes of warnings about skills that are hidden from every model. `doctor` lists these warnings first. */
const HIDES_SKILLS: readonly string[] = ["SK501", "SK503", "SK668", "SK912"];

function byHarm(a: FoundProblem, b: FoundProblem): number {
  return rankOf(a) - rankOf(b) || b.count - a.count || (a.code < b.code ? -1 : 1);
}

function rankOf({ severity, code }: FoundProblem): number {
  if (severity === "error") return RANK.error;
  if (HIDES_SKILLS.includes(code)) return RANK.warning;
  if (severity === "warning") return RANK.warning + 1;
  return code.startsWith("SK7") ? RANK.info : RANK.info + 1;
}

function problemOf(group: readonly Diagnostic[], snapshot: Snapshot): FoundProblem[] {
  const [first] = group;
  if (first === undefined) return [];
  const { code, severity, message, help, at, path = at?.path } = first;
  const command = commandFor(group, snapshot);
  return [
    {
      ...{ code, severity, count: group.length },
      message: summaryOf(code, group.length, snapshot) ?? message,
      ...(path === undefined ? {} : { path }),
      ...(at === undefined ? {} : { line: at.line }),
      ...(help !== undefined && /^skillwright (?:explain|config)/.test(command) ? { help } : {}),
      command,
    },
  ];
}

/** Returns a summary for codes that concern several skills at once; undefined for other codes. */
function summaryOf(code: string, count: number, { skills }: Snapshot): string | undefined {
  if (code === "SK501") {
    const hidden = skills.filter(({ withheld }) => withheld?.code === "SK501").length;
    return `${plural(hidden, "skill")} of this project ${hidden === 1 ? "is" : "are"} hidden from models until you trust it`;
  }
  if (code === "SK503")
    return `${plural(count, "skill")} changed since you approved ${count === 1 ? "it" : "them"}, and ${count === 1 ? "is" : "are"} hidden from models`;
  return undefined;
}

function commandFor(group: readonly Diagnostic[], snapshot: Snapshot): string {
  const [first] = group;
  const code = first?.code ?? "";
  if (code === "SK501") return "skillwright trust";
  if (code === "SK503") return "skillwright approve --changed";
  if (code === "SK760") return "skillwright hosts --check";
  if (code === "SK668") return "skillwright install";
  if (code === "SK912") return "skillwright approve mcp:SERVER:NAME";
  if (/^SK03\d$/.test(code)) return "skillwright config";
  const files = group.flatMap(({ at, path = at?.path }) => path ?? []);
  if (group.some((each) => each.fix !== undefined || each.rename !== undefined || code === "SK001"))
    return `skillwright check ${quoteWord(fromHere(commonDirectory(files), snapshot.cwd))} --fix`;
  const rejected = snapshot.rejected.find(({ path }) => files.includes(path));
  return rejected
    ? `skillwright explain ${quoteWord(fromHere(rejected.path, snapshot.cwd))}`
    : `skillwright explain ${code}`;
}

/** Returns the deepest directory that contains all files. If there is only one file, returns that file. */
function commonDirectory(files: readonly string[]): string {
  const [first = ".", ...rest] = files;
  if (rest.every((file) => file === first)) return first;
  const parts = first.split("/");
  let shared = parts.length - 1;
  for (const file of rest) {
    const other = file.split("/");
    while (shared > 0 && other.slice(0, shared).join("/") !== parts.slice(0, shared).join("/")) shared--;
  }
  return parts.slice(0, shared).join("/") || "/";
}

function fromHere(path: string, cwd: string): string {
  return isInside(path, cwd) && path !== cwd ? `./${path.slice(cwd.length + 1)}` : path;
}

/** Maximum skill names in a suggested command. People do not type longer commands. */
const MAX_PLACED = 8;

/**
 * Reports hosts on this machine that do not see some skills. If a host does not search the directories of these skills,
 * symlinks help.
 */
function hostProblems(hosts: readonly HostSummary[]): FoundProblem[] {
  return hosts.flatMap(({ view: { profile }, seen, of, reasons: [most], notSearched }): FoundProblem[] => {
    if (profile.runtime === "none" || seen === of || most === undefined) return [];
    const message = `${profile.title} sees ${seen} of ${plural(of, "skill")}`;
    return [
      {
        code: most[0],
        severity: "info",
        count: of - seen,
        message,
        command:
          notSearched.length > 0 && notSearched.length <= MAX_PLACED
            ? quoteCommand(["skillwright", "place", ...notSearched, "--for", profile.name, "--apply"])
            : `skillwright matrix --hosts ${profile.name}`,
      },
    ];
  });
}

/**
 * Reports all overridden skills (SK201) as one problem. Reports none if there is an SK202, because SK202 already names
 * overridden skills.
 */
function overriddenProblem({ overridden, diagnostics }: Snapshot): FoundProblem[] {
  const [first] = overridden;
  if (first === undefined || diagnostics.some(({ code }) => code === "SK202")) return [];
  const count = overridden.length;
  const message = `${plural(count, "skill")} ${count === 1 ? "is" : "are"} overridden by another one of the same name`;
  return [
    {
      code: "SK201",
      severity: "info",
      count,
      message,
      path: first.skill.path,
      command: `skillwright explain ${quoteWord(first.skill.name)}`,
    },
  ];
}
