/**
 * Reports what each host would do if skill files were in the host's own directories. A host may reject, silently ignore
 * or rename a file, cut its description, or ignore fields.
 */
import { PROFILES } from "../../hosts/profiles/profiles.ts";
import type { Machine, Remark, ViewEntry, ViewRoot } from "../../hosts/views/host-view.ts";
import { examineFile, filesFoundAt } from "../../hosts/views/look-as-host.ts";
import { openMachine } from "../../hosts/views/machine.ts";
import { findRemedy } from "../../hosts/views/remedies/find-remedy.ts";
import { decideDisclosure } from "../../hosts/views/steps/decide-disclosure.ts";
import { viewRoot } from "../../hosts/views/steps/view-roots.ts";
import type { Code } from "../../model/diagnostics/catalogue.ts";
import type { Diagnostic, Severity } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import type { HostProfile } from "../../model/host-profile.ts";
import { baseName, parentPath } from "../../model/text/text.ts";
import type { Environment } from "../../platform/environment.ts";
import type { Files } from "../../platform/files/files.ts";
import { chooseHosts } from "../hosts/look-hosts.ts";

interface Here {
  readonly environment: Environment;
  readonly files: Files;
  readonly cwd: string;
}

/** Maximum number of fixes. Each fix is found by trial, and users do not read more of them. */
const MAX_FIXES = 100;

/**
 * Reports what each target host would do with the files. For each directory in `trees`, it also reports skill files
 * that the host would not find from there.
 */
export async function checkTargets(
  paths: readonly string[],
  targets: readonly string[],
  trees: readonly string[],
  { environment, files, cwd }: Here,
): Promise<Diagnostic[]> {
  const machine = openMachine({ environment, files, cwd, extra: [] });
  const profiles = chooseHosts(targets, machine).filter((profile) => profile.runtime !== "engine");
  await machine.readings.allDialects();
  const found = paths.flatMap((path) => profiles.flatMap((profile) => checkTarget(path, profile, machine)));
  const unsearched = trees.flatMap((tree) => {
    const there = openMachine({ environment, files, cwd: tree, extra: [] });
    return profiles.flatMap((profile) => notSearched(paths, tree, profile, there));
  });
  const findings = found.map(({ remark, verb, severity, path, profile, entry }, at) => ({
    ...diagnostic(remark.code, {
      path,
      message: `${profile.title} ${verb}: ${remark.text}${profile.confidence === "verified" ? "" : " (documented, not verified)"}`,
      help:
        (at < MAX_FIXES && fixOf(remark, path, profile, entry, machine)) ||
        `see \`skillwright explain ${remark.code}\``,
    }),
    severity,
    host: profile.name,
  }));
  return [...unsearched, ...findings];
}

const MAX_EXAMPLES = 5;

/**
 * Reports skill files of a directory that a host would not find from there. Skips a directory that is itself a skill.
 */
function notSearched(paths: readonly string[], tree: string, profile: HostProfile, machine: Machine): Diagnostic[] {
  const inside = paths.filter((path) => path.startsWith(`${tree}/`));
  if (profile.runtime === "none" || inside.some((path) => path.lastIndexOf("/") === tree.length)) return [];
  const found = filesFoundAt(tree, profile, machine);
  const left = inside.filter((path) => !found.has(path));
  if (left.length === 0) return [];
  const files = inside.length === 1 ? "1 skill file is" : `${left.length} of ${inside.length} skill files are`;
  const finding = diagnostic("SK701", {
    path: tree,
    message: `${profile.title}: ${files} not searched by this host if it starts in this directory`,
    help: "the other findings assume that the host searches this directory; `skillwright place` links the skills into a searched directory",
    related: left.slice(0, MAX_EXAMPLES).map((path) => ({ message: "not searched", path })),
  });
  return [{ ...finding, severity: "info", host: profile.name }];
}

interface Finding {
  readonly remark: Remark;
  readonly verb: string;
  readonly severity: Severity;
  readonly path: string;
  readonly profile: HostProfile;
  readonly entry?: ViewEntry;
}

function checkTarget(path: string, profile: HostProfile, machine: Machine): Finding[] {
  const say = (remark: Remark, verb: string, severity: Severity, entry?: ViewEntry): Finding => ({
    remark,
    verb,
    severity,
    path,
    profile,
    ...(entry ? { entry } : {}),
  });
  if (profile.runtime === "none")
    return [say({ code: "SK729", text: "this host does not search for skills" }, "does not support skills", "info")];
  const file = baseName(path);
  if (file !== "SKILL.md" && !profile.walk.anyCase)
    return [say({ code: "SK707", text: `the file is called \`${file}\`` }, "never sees the file", "error")];
  const entry = entryFor(path, profile, machine);
  if (entry.because && UNREAD.includes(entry.because.code)) return [say(entry.because, "never sees the file", "error")];
  if (entry.because) return [say(entry.because, REJECTS[profile.rejections ?? "unknown"], "error", entry)];
  const last = entry.shown === "not" ? entry.remarks.at(-1) : undefined;
  const unlisted = last ? [say(last, "hides the skill from the model", "info", entry)] : [];
  const others = entry.remarks
    .filter((remark) => remark !== last)
    .map((remark) => say(remark, VERBS[remark.code] ?? "remarks", "warning", entry));
  return [
    ...unlisted,
    ...others,
    ...ignoredFields(path, profile, machine).map((remark) => say(remark, "ignores a field of the frontmatter", "info")),
  ];
}

/**
 * Returns the fix of a remark as a sentence. The fix is found by examining the file alone in a directory of the host.
 */
function fixOf(
  remark: Remark,
  path: string,
  profile: HostProfile,
  entry: ViewEntry | undefined,
  machine: Machine,
): string | undefined {
  if (remark.code === "SK734") return undefined;
  const directory = parentPath(path);
  const skill = { file: path, paths: [path], directory: baseName(directory), special: false };
  const known = entry ? { entry, name: entry.name, path } : {};
  const state = profile.runtime === "none" ? "unsupported" : entry?.because || !entry ? "rejected" : "visible";
  const root = entry?.root ?? rootFor(directory, profile, machine);
  const view = { profile, roots: [root], entries: entry ? [entry] : [], remarks: [] };
  return findRemedy({ skill, cell: { host: profile.name, state, because: remark, ...known }, view, machine })?.text;
}

const REJECTS = {
  reported: "rejects the skill",
  logged: "drops the skill, and reports that only in its log",
  silent: "drops the skill silently",
  unknown: "rejects the skill",
} as const;

const VERBS: Readonly<Record<string, string>> = {
  SK723: "lists the skill without a description",
  SK724: "renames the skill",
  SK725: "shows another description of the skill",
  SK726: "cuts the skill's description",
  SK718: "warns about the skill's name",
  SK719: "warns about the skill's name",
  SK733: "warns about the skill's description",
};

/** Codes for files whose text the host never reads. */
const UNREAD: readonly Code[] = ["SK710", "SK711"];

/** Returns how the host treats the file if it is in a directory that the host searches. */
function entryFor(path: string, profile: HostProfile, machine: Machine): ViewEntry {
  const directory = parentPath(path);
  const root = rootFor(directory, profile, machine);
  const sighting = { path, file: path, directory, root, name: baseName(directory), special: false } as const;
  return decideDisclosure([examineFile(sighting, profile, machine)], profile)[0] as ViewEntry;
}

function rootFor(directory: string, profile: HostProfile, { files }: Machine): ViewRoot {
  const parent = directory.slice(0, directory.lastIndexOf("/")) || "/";
  const place = { path: parent, label: parent, namespace: "", namedBy: "caller", namedIn: parent } as const;
  return viewRoot({ scope: "repo", path: parent }, place, profile, files);
}

/**
 * The host whose reader keeps every key of the frontmatter. Readers of other hosts keep only the keys that these hosts
 * use.
 */
const KEEPS_ALL = "claude-code";

/** Reports keys that another host uses but this host ignores. Keys that no host uses are not reported. */
function ignoredFields(path: string, profile: HostProfile, { readings }: Machine): Remark[] {
  const { fields } = readings.read(path, KEEPS_ALL);
  const known = new Set(PROFILES.flatMap((each) => each.fields));
  return Object.keys(fields)
    .filter((key) => known.has(key) && key !== "metadata" && !profile.fields.includes(key))
    .sort()
    .map((key) => ({ code: "SK734", text: `\`${key}\` has no effect there` }));
}
