/**
 * Conductor: skill files and hosts in; what each host would do with each file, wherever it stood in that host's place, out:
 * reject it, drop it silently, call it something else, cut its description, ignore a field.
 */
import { diagnostic } from "./diagnostics/diagnostic.ts";
import { PROFILES } from "./hosts/profiles.ts";
import { chooseHosts } from "./look-hosts.ts";
import type { Diagnostic, Severity } from "./model/diagnostic.ts";
import type { HostProfile } from "./model/host-profile.ts";
import { baseName } from "./model/text.ts";
import type { Environment } from "./platform/environment.ts";
import type { Files } from "./platform/files.ts";
import { disclose } from "./views/disclose.ts";
import type { Machine, Remark, ViewEntry } from "./views/host-view.ts";
import { judge } from "./views/judge.ts";
import { openMachine } from "./views/machine.ts";
import { viewRoot } from "./views/view-roots.ts";

interface Place {
  readonly environment: Environment;
  readonly files: Files;
  readonly cwd: string;
}

export async function checkTargets(
  paths: readonly string[],
  targets: readonly string[],
  { environment, files, cwd }: Place,
): Promise<Diagnostic[]> {
  const machine = openMachine({ environment, files, cwd, extra: [] });
  const profiles = chooseHosts(targets, machine).filter((profile) => profile.runtime !== "engine");
  await machine.readings.prepare(paths);
  return paths.flatMap((path) => profiles.flatMap((profile) => checkTarget(path, profile, machine)));
}

function checkTarget(path: string, profile: HostProfile, machine: Machine): Diagnostic[] {
  const say = (remark: Remark, verb: string, severity: Severity): Diagnostic => ({
    ...diagnostic(remark.code, {
      path,
      message: `${profile.title} ${verb}: ${remark.text}${profile.confidence === "verified" ? "" : " (documented, not verified)"}`,
      help: `\`skillwright explain ${path} --host ${profile.name}\` says what to do`,
    }),
    severity,
    host: profile.name,
  });
  if (profile.runtime === "none")
    return [say({ code: "SK729", text: profile.notes[0] ?? "it has no skills" }, "does not know skills", "info")];
  const trouble = troubleWithFile(path, profile, machine);
  if (trouble) return [say(trouble, "never sees it", "error")];
  const entry = entryFor(path, profile, machine);
  if (entry.because) return [say(entry.because, REJECTS[profile.rejections ?? "unknown"], "error")];
  const unlisted =
    entry.shown === "not" ? [say(entry.remarks.at(-1) as Remark, "does not tell the model of it", "info")] : [];
  const others = entry.remarks
    .filter((remark) => entry.shown !== "not" || remark !== entry.remarks.at(-1))
    .map((remark) => say(remark, VERBS[remark.code] ?? "remarks", "warning"));
  return [
    ...unlisted,
    ...others,
    ...ignoredFields(entry, profile).map((remark) => say(remark, "ignores a field", "info")),
  ];
}

const REJECTS = {
  reported: "rejects it",
  logged: "drops it, with a word in its log only",
  silent: "drops it silently",
  unknown: "rejects it",
} as const;

const VERBS: Readonly<Record<string, string>> = {
  SK723: "lists it without a description",
  SK724: "renames it",
  SK725: "describes it otherwise",
  SK726: "cuts its description",
  SK718: "warns about its name",
  SK719: "warns about its name",
  SK733: "warns about its description",
};

function troubleWithFile(path: string, { walk }: HostProfile, { readings }: Machine): Remark | undefined {
  const name = baseName(path);
  if (name !== "SKILL.md" && !walk.anyCase) return { code: "SK707", text: `the file is called \`${name}\`` };
  const error = readings.errorOf(path);
  if (error !== undefined) return { code: "SK710", text: `the file cannot be read (${error})` };
  if (walk.maxFileBytes !== undefined && readings.sizeOf(path) > walk.maxFileBytes)
    return { code: "SK711", text: `the file is larger than ${walk.maxFileBytes} bytes` };
  return undefined;
}

/** The file as if it stood where the host looks. */
function entryFor(path: string, profile: HostProfile, { readings, files }: Machine): ViewEntry {
  const directory = path.slice(0, path.lastIndexOf("/"));
  const reading = readings.read(path, profile.frontmatter.dialect);
  const verdict = judge(reading, baseName(directory), profile);
  const root = viewRoot({ scope: "repo", path: directory }, directory, directory, "", profile, files);
  const entry: ViewEntry = {
    path,
    file: path,
    directory,
    root,
    outcome: verdict.because ? "rejected" : "visible",
    name: verdict.name,
    description: verdict.description,
    shown: verdict.because ? "not" : "full",
    remarks: verdict.remarks,
    fields: reading.fields,
    ...(verdict.because ? { because: verdict.because } : {}),
  };
  return disclose([entry], profile)[0] as ViewEntry;
}

/** Keys that some host acts on, but not this one. Text that no host acts on is nobody's loss. */
function ignoredFields({ fields }: ViewEntry, profile: HostProfile): Remark[] {
  const known = new Set(PROFILES.flatMap((each) => each.fields));
  return Object.keys(fields)
    .filter((key) => known.has(key) && key !== "metadata" && !profile.fields.includes(key))
    .sort()
    .map((key) => ({ code: "SK734", text: `\`${key}\` has no effect there` }));
}
