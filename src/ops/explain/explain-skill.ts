/**
 * Explains why a skill is not visible. For a name, id or path, it returns every candidate with its outcome, code and
 * fix. If there is no candidate, it returns similar names and files that almost qualify. It also reads places that a
 * load skips, so that it can always give a reason.
 */
import { type LoadOptions, prepareLoad, scanRules } from "../../catalog/load/load.ts";
import { INCOMPLETE_SEARCH } from "../../catalog/scan/findings.ts";
import type { SkipReason } from "../../catalog/scan/found-file.ts";
import { scanRoots } from "../../catalog/scan/scan.ts";
import { isSelectedBy } from "../../catalog/snapshot/build-snapshot.ts";
import { HEAD_BYTES } from "../../format/parse/quick/parse-quick.ts";
import { unmetRemark } from "../../hosts/views/view-of-snapshot.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { systemCode } from "../../model/errors.ts";
import { DEFAULT_LIMITS } from "../../model/limits.ts";
import { calledName, isSkillFile, type Skill } from "../../model/skills/skill.ts";
import { type Snapshot, skillsOfEveryOutcome } from "../../model/skills/snapshot.ts";
import { findNearest } from "../../model/text/matching/nearest.ts";
import { baseName, compareText, nameKey, parentPath } from "../../model/text/text.ts";
import type { Files } from "../../platform/files/files.ts";
import { describeCopies, identicalCopies } from "./identical-copies.ts";

export interface ExplainedCandidate {
  readonly path: string;
  readonly name: string;
  readonly outcome: "loaded" | "overridden" | "rejected" | "disabled" | "ineligible" | "skipped";
  /** The diagnostic code of the reason, or "" for a loaded skill. */
  readonly code: string;
  readonly reason: string;
  readonly help: string;
  readonly id?: string;
  readonly scope?: string;
  readonly diagnostics: readonly Diagnostic[];
}

export interface Explanation {
  readonly asked: string;
  readonly found: boolean;
  readonly candidates: readonly ExplainedCandidate[];
  readonly nearest: readonly string[];
  /** Directories that were searched. */
  readonly searched: readonly string[];
  /** Findings that may have hidden the skill. They are set only if no candidate was found. */
  readonly unseen: readonly Diagnostic[];
}

export async function explainSkill(asked: string, snapshot: Snapshot, options: LoadOptions): Promise<Explanation> {
  const wanted = trimSkillFile(asked);
  const skipped = await skippedFor(wanted, options);
  const outcomes = await markIdentical(outcomesFor(wanted, snapshot), snapshot, options);
  const known = [...outcomes, ...skipped.candidates];
  const paths = new Set(known.map((each) => each.path));
  const others = findingsAbout(wanted, snapshot).filter((each) => !paths.has(each.path));
  const candidates = [...known, ...others].sort((a, b) => rank(a) - rank(b) || compareText(a.path, b.path));
  const names = skillsOfEveryOutcome(snapshot).map(({ name }) => name);
  return {
    asked,
    found: candidates.some((each) => each.outcome === "loaded"),
    candidates,
    nearest:
      candidates.length > 0 ? [] : findNearest(wanted, [...names, ...snapshot.rejected.map((each) => each.name)]),
    searched: snapshot.roots.filter((root) => root.exists).map((root) => root.path),
    unseen: candidates.length > 0 ? [] : [...unseen(snapshot), ...skipped.unseen],
  };
}

/**
 * Replaces the fix of overridden skills that are identical to the skill that wins. The fix is to remove the copy and
 * link to the other skill.
 */
async function markIdentical(
  candidates: readonly ExplainedCandidate[],
  snapshot: Snapshot,
  options: LoadOptions,
): Promise<readonly ExplainedCandidate[]> {
  if (!candidates.some(({ code }) => code === "SK201")) return candidates;
  const copies = await identicalCopies(snapshot, options);
  return candidates.map((each) => {
    const help = copies.get(each.path);
    if (help === undefined) return each;
    const diagnostics = describeCopies(each.diagnostics, copies);
    return { ...each, reason: `${each.reason}; the two are identical`, help, diagnostics };
  });
}

const ORDER = ["loaded", "overridden", "disabled", "ineligible", "rejected", "skipped"];

function rank({ outcome }: ExplainedCandidate): number {
  return ORDER.indexOf(outcome);
}

/** Removes `/SKILL.md` or `/` from the end of a path, because both forms mean the directory. */
function trimSkillFile(asked: string): string {
  const slash = asked.lastIndexOf("/");
  const path = slash !== -1 && isSkillFile(asked.slice(slash + 1)) ? asked.slice(0, slash) : asked;
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/** Names the server of a skill that another MCP server provides. Returns an empty text for any other skill. */
function originOf({ root }: Skill): string {
  return root.foreign ? `; it comes from ${root.from}` : "";
}

const TRUST = "review the project's skills, then run `skillwright trust`";

function outcomesFor(asked: string, snapshot: Snapshot): ExplainedCandidate[] {
  const candidates: ExplainedCandidate[] = [];
  const about = (skill: Skill): Pick<ExplainedCandidate, "path" | "name" | "id" | "scope" | "diagnostics"> => ({
    path: skill.path,
    name: skill.name,
    id: skill.id,
    scope: skill.scope,
    diagnostics: snapshot.diagnostics.filter((each) => each.path === skill.path),
  });
  for (const { skill, withheld } of snapshot.skills) {
    if (!isAsked(asked, skill)) continue;
    candidates.push({
      ...about(skill),
      outcome: "loaded",
      code: withheld?.code ?? "",
      reason: withheld ? `hidden from models: ${withheld.reason}` : `models see it${originOf(skill)}`,
      help: withheld ? (withheld.help ?? TRUST) : "",
    });
  }
  for (const { skill, by, reason, withheld } of snapshot.overridden) {
    if (isAsked(asked, skill))
      candidates.push({
        ...about(skill),
        outcome: "overridden",
        code: withheld?.code ?? "SK201",
        reason: `\`${by}\` is used instead: ${reason}`,
        help: withheld ? TRUST : "rename or remove one of the two skills",
      });
  }
  for (const { skill, reason } of snapshot.disabled) {
    if (isAsked(asked, skill))
      candidates.push({
        ...about(skill),
        outcome: "disabled",
        code: "SK203",
        reason,
        help: `run \`skillwright enable ${calledName(skill)}\``,
      });
  }
  for (const { skill, missing } of snapshot.ineligible) {
    if (isAsked(asked, skill))
      candidates.push({
        ...about(skill),
        outcome: "ineligible",
        code: missing[0]?.code ?? "SK204",
        reason: missing.map((each) => each.message).join("; "),
        help: unmetRemark(missing).help ?? "",
      });
  }
  for (const { id, name, path, root, diagnostics } of snapshot.rejected) {
    const directory = parentPath(path);
    if (
      asked !== id &&
      asked !== path &&
      asked !== directory &&
      nameKey(asked) !== nameKey(name) &&
      nameKey(asked) !== nameKey(baseName(directory))
    )
      continue;
    const error = diagnostics.find((each) => each.severity === "error") ?? diagnostics[0];
    candidates.push({
      path,
      name,
      id,
      scope: root.scope,
      diagnostics,
      outcome: "rejected",
      code: error?.code ?? "SK001",
      reason: error?.message ?? "this file is not a skill",
      help: error?.help ?? "",
    });
  }
  return candidates;
}

function isAsked(asked: string, skill: Skill): boolean {
  const names = [skill.name, calledName(skill), baseName(skill.directory)];
  if (names.some((name) => nameKey(name) === nameKey(asked))) return true;
  return /[/:@]/.test(asked) && !/[*?]/.test(asked) && isSelectedBy(asked, skill);
}

/**
 * Codes about broken, cyclic or duplicate links, about directories that are unreadable or have no skill, and about
 * rejected skills of servers.
 */
const ABOUT_PATHS: ReadonlySet<string> = new Set(["SK015", "SK016", "SK018", "SK019", "SK021", "SK023", "SK913"]);

/** Returns a candidate for each file of that name that the scan rejected. The candidate has the scan's finding. */
function findingsAbout(asked: string, { diagnostics }: Snapshot): ExplainedCandidate[] {
  return diagnostics.flatMap((each) => {
    const { code, path = "", message, help = "" } = each;
    const place = isSkillFile(baseName(path)) ? parentPath(path) : path;
    const name = baseName(place);
    const isMeant = [place, servedName(place, name)].includes(asked) || nameKey(asked) === nameKey(name);
    if (!ABOUT_PATHS.has(code) || !isMeant) return [];
    return [{ path, name, outcome: "skipped", code, reason: message, help, diagnostics: [each] }];
  });
}

/** Converts the path of a server's skill to its qualified name: `/mcp:docs/skill/pdf` becomes `mcp:docs:pdf`. */
function servedName(place: string, name: string): string | undefined {
  const [, source] = /^\/(mcp:[^/]+)\//.exec(place) ?? [];
  return source && `${source}:${name}`;
}

/** Returns the findings that can hide a skill. */
function unseen({ diagnostics }: Snapshot): Diagnostic[] {
  return diagnostics.filter(({ code }) => INCOMPLETE_SEARCH.has(code));
}

const WHY: Readonly<Record<SkipReason, { code: string; reason: string; help: string }>> = {
  hidden: {
    code: "SK028",
    reason: "the file is in a hidden directory, which is not searched",
    help: "move the skill into a directory whose name does not begin with a dot",
  },
  ignored: {
    code: "SK028",
    reason: "the file is in a directory that is never searched",
    help: "move the skill out of `node_modules`",
  },
  resource: {
    code: "SK028",
    reason: "the file is among another skill's resources, which are not searched",
    help: "move the skill out of the other skill's directory",
  },
  link: {
    code: "SK018",
    reason: "the file is reachable only through a symlink that is not followed",
    help: "replace the symlink by a real directory",
  },
  limit: {
    code: "SK020",
    reason: "a limit ended the search before Skillwright reached this file",
    help: "raise the limit in the configuration, or move the skill closer to the root",
  },
};

/** Returns skill files in skipped directories, and directories that are too large to search. */
async function skippedFor(
  asked: string,
  options: LoadOptions,
): Promise<{ candidates: ExplainedCandidate[]; unseen: Diagnostic[] }> {
  const { roots, files, profile, config } = await prepareLoad(options);
  const candidates: ExplainedCandidate[] = [];
  const unseen: Diagnostic[] = [];
  scanRoots(roots, {
    ...scanRules(profile, config.limits),
    files,
    buffer: Buffer.allocUnsafeSlow(HEAD_BYTES),
    onSkill: () => undefined,
    onSkipped(directory, why) {
      // `.system` contains the embedded skills that `init` copied. They are listed from the package instead.
      if (baseName(directory) === ".system") return;
      const below = skillFilesBelow(directory, files);
      if (!below.isWhole) unseen.push(tooLarge(directory));
      for (const path of below.found) {
        const home = parentPath(path);
        const name = nameIn(path, files) ?? baseName(home);
        const names = [nameKey(name), nameKey(baseName(home))];
        if (asked !== path && asked !== home && !names.includes(nameKey(asked))) continue;
        candidates.push({ path, name, outcome: "skipped", ...WHY[why], diagnostics: [] });
      }
    },
  });
  return { candidates, unseen };
}

function tooLarge(path: string): Diagnostic {
  return diagnostic("SK020", {
    path,
    message: `Skillwright does not search this directory for skills; it checked only the first ${MAX_LOOKED_AT} directories below it for this name`,
    help: "give the path of the skill instead of its name",
  });
}

const NAME_LINE = /^name[ \t]*:[ \t]*["']?([^"'#\n]{1,100})/m;

/** Returns the name that a skipped file declares. A quick read is sufficient. */
function nameIn(path: string, files: Files): string | undefined {
  try {
    const text = Buffer.from(files.readFile(path, DEFAULT_LIMITS.maxSkillBytes)).toString("utf8", 0, HEAD_BYTES);
    return NAME_LINE.exec(text)?.[1]?.trim();
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}

const MAX_LOOKED_AT = 2000;

/** Searches a skipped directory within limits. */
function skillFilesBelow(directory: string, files: Files): { found: string[]; isWhole: boolean } {
  const found: string[] = [];
  const pending = [directory];
  for (let at = 0; at < pending.length && at < MAX_LOOKED_AT; at++) {
    const path = pending[at] as string;
    try {
      const listing = files.readDirectory(path);
      for (const name of [...listing.files, ...listing.links]) if (isSkillFile(name)) found.push(`${path}/${name}`);
      for (const name of listing.directories) pending.push(`${path}/${name}`);
    } catch (error) {
      // An unreadable directory has no files to return.
      if (systemCode(error) === "") throw error;
    }
  }
  return { found, isWhole: pending.length <= MAX_LOOKED_AT };
}
