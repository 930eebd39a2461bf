/**
 * Loads the view of another host as a snapshot, so that every command can use any profile. Names and descriptions are
 * the host's; other metadata comes from our own reader.
 */
import { checkEligibility, requirementsOf } from "../../format/eligibility.ts";
import { directoryName, skillId } from "../../format/parse/build-skill.ts";
import { versionFindings } from "../../hosts/profiles/versions.ts";
import { hostId } from "../../hosts/views/host-id.ts";
import type { HostView, Machine, Remark, SettingsFile, ViewEntry, ViewRoot } from "../../hosts/views/host-view.ts";
import { lookAsHost } from "../../hosts/views/look-as-host.ts";
import { isUnread, unreadFindings } from "../../hosts/views/unread-settings.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { compareDiagnostics, diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { systemCode } from "../../model/errors.ts";
import type { HostProfile } from "../../model/host-profile.ts";
import type { Limits } from "../../model/limits.ts";
import type { NamedRoot, Root } from "../../model/skills/root.ts";
import { calledName, type Manifest, type Rejected, type Skill, type SkillId } from "../../model/skills/skill.ts";
import {
  freezeSnapshot,
  type Ineligible,
  type Loaded,
  type Missing,
  type Overridden,
  type Snapshot,
  type Withheld,
} from "../../model/skills/snapshot.ts";
import { compareText } from "../../model/text/text.ts";
import type { Files } from "../../platform/files/files.ts";
import { machineFacts } from "../../platform/processes/find-binary.ts";
import { type VouchContext, vouchesFor, vouchForRoots, whyUntrusted } from "../../trust/folders/vouch-for-root.ts";
import { readSkillWithYaml } from "../read/read-skill-with-yaml.ts";
import { missingSkillFinding } from "../scan/findings.ts";
import { applyRequirements, type SkillRequirements } from "../snapshot/link-requirements.ts";
import { revisionOf } from "../snapshot/revision.ts";

export interface LoadedHost {
  readonly profile: HostProfile;
  readonly machine: Machine;
  /** The facts that decide whether the user trusts a root or a settings file. */
  readonly vouch: VouchContext;
  /** Skillwright's own trust decision. The host's trust decision is part of its view. */
  readonly trusted: boolean;
  readonly limits: Limits;
  readonly diagnostics: readonly Diagnostic[];
  /** The settings that skills may require (default: none). */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** True if skills are loaded even if this machine does not meet their requirements. */
  readonly ineligible?: boolean;
  /** Called with diagnostics of those settings files of the host that cannot be read. */
  readonly onDamage?: (findings: readonly Diagnostic[]) => void;
  /** Checks a skill against its approval. */
  readonly withhold?: (loaded: Loaded) => Loaded;
}

interface LoadedSnapshot {
  readonly snapshot: Snapshot;
  /** How the host lists skills, after its own settings are applied. */
  readonly disclosure: HostProfile["disclosure"];
}

export async function loadHost({
  profile,
  machine,
  vouch,
  trusted,
  limits,
  diagnostics,
  settings = {},
  ineligible = false,
  onDamage,
  withhold = (loaded) => loaded,
}: LoadedHost): Promise<LoadedSnapshot> {
  const { view, withheld } = await lookWithTrust(profile, machine, vouch);
  const unverified = versionFindings([profile]);
  onDamage?.([...unverified, ...unreadFindings([view])]);
  const vouched = vouchForRoots(
    view.roots.map((root) => rootOf(root, profile)),
    vouch,
  );
  const roots = new Map(view.roots.map((root, at) => [root, vouched[at] as Root]));
  const rooted = (entry: ViewEntry): Root => roots.get(entry.root) as Root;
  const ids = new Map(
    view.entries.map((entry) => [entry.path, skillId({ root: rooted(entry), directory: entry.directory })]),
  );
  const skillOf = (entry: ViewEntry): Skill => asSkill(entry, rooted(entry), profile, machine.files, limits);
  const visible = view.entries.filter((entry) => entry.outcome === "visible");
  const loaded = visible.map(
    (entry): Loaded => ifTrusted(withhold(withholding(skillOf(entry), entry)), withheld(entry)),
  );
  const overridden = view.entries
    .filter((entry) => entry.outcome === "overridden")
    .map(
      (entry): Overridden => ({
        skill: skillOf(entry),
        by: ids.get(entry.by ?? "") as SkillId,
        reason: entry.because?.text ?? "",
      }),
    );
  const rejected = view.entries
    .filter((entry) => entry.outcome === "rejected")
    .map(
      (entry): Rejected => ({
        path: entry.path,
        root: rooted(entry),
        id: ids.get(entry.path) as SkillId,
        name: entry.name,
        diagnostics: entry.because ? [finding(entry.because, entry.path, profile, "error")] : [],
      }),
    );
  const unmet =
    ineligible || !profile.fields.includes("eligibility") ? undefined : unmetRequirements(loaded, machine, settings);
  const split = splitEligible(loaded, profile, unmet);
  const outcomes = { ...split, overridden, rejected, disabled: [] };
  const snapshot = freezeSnapshot({
    revision: revisionOf(profile.name, outcomes),
    host: profile.name,
    cwd: machine.cwd,
    projectRoot: vouch.projectRoot,
    trusted,
    roots: [...roots.values()],
    ...outcomes,
    diagnostics: [...diagnostics, ...unverified, ...findings(view, machine.files)].sort(compareDiagnostics),
  });
  return { snapshot, disclosure: view.profile.disclosure };
}

/** Returns the diagnostics of a view. */
function findings(view: HostView, files: Files): Diagnostic[] {
  const { profile, entries, remarks, roots } = view;
  const warned = roots.filter(({ template }) => template.missing === "warned");
  return [
    ...warned.flatMap((root) => (root.exists ? emptyDirectories(root, files) : [missingRoot(root)])),
    ...unreadFindings([view]),
    ...remarks.filter((remark) => !isUnread(remark)).map((remark) => finding(remark, remark.path, profile)),
    ...entries.flatMap((entry) => [
      ...(entry.because
        ? [finding(entry.because, entry.path, profile, entry.outcome === "rejected" ? "error" : undefined)]
        : []),
      ...entry.remarks.map((remark) => finding(remark, entry.path, profile)),
    ]),
  ];
}

/**
 * Reports each directory in a root if the directory has no SKILL.md. A root that cannot be read has its own finding.
 */
function emptyDirectories({ path }: ViewRoot, files: Files): Diagnostic[] {
  try {
    const names = files.readDirectory(path).directories.filter((name) => !files.exists(`${path}/${name}/SKILL.md`));
    return names.map((name) => missingSkillFinding(`${path}/${name}`));
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return [];
  }
}

function missingRoot({ path }: ViewRoot): Diagnostic {
  return diagnostic("SK022", {
    path,
    message: "the skills directory cannot be found",
    help: `create it: \`mkdir -p ${path}\``,
  });
}

function finding(remark: Remark, path: string, profile: HostProfile, severity?: "error"): Diagnostic {
  const found = diagnostic(remark.code, {
    path,
    message: `${profile.title}: ${remark.text}`,
    help: `\`skillwright explain PATH --host ${profile.name}\` says what to do`,
  });
  return severity ? { ...found, severity } : found;
}

interface TrustedLook {
  /** The skills and roots as the host sees them. */
  readonly view: HostView;
  /** Returns why a skill is withheld: the host shows it only because of an untrusted settings file. */
  readonly withheld: (entry: ViewEntry) => Withheld | undefined;
}

/** If there are untrusted settings, computes the view a second time without them. */
async function lookWithTrust(profile: HostProfile, machine: Machine, vouch: VouchContext): Promise<TrustedLook> {
  const strange = new Set<string>();
  const isVouched = (file: SettingsFile): boolean => vouchesFor(file, vouch);
  const noting = (file: SettingsFile): boolean => {
    if (!isVouched(file)) strange.add(file.path);
    return true;
  };
  const view = await lookAsHost(profile, { ...machine, honours: noting });
  if (strange.size === 0) return { view, withheld: () => undefined };
  const own = await lookAsHost(profile, { ...machine, honours: isVouched });
  const shown = new Set(own.entries.filter(isShown).map(({ path }) => path));
  const [file = ""] = strange;
  const reason = `\`${file}\` adds this directory, but the folder is not trusted`;
  return {
    view,
    withheld: (entry) => (isShown(entry) && !shown.has(entry.path) ? { code: "SK501", reason } : undefined),
  };
}

function isShown({ outcome, shown }: ViewEntry): boolean {
  return outcome === "visible" && shown !== "not";
}

/** Withholds an untrusted skill from every actor, even if the host has no trust check and shows the skill. */
function ifTrusted(loaded: Loaded, bySettings: Withheld | undefined): Loaded {
  const withheld = whyUntrusted(loaded.skill) ?? bySettings;
  const isHeld = loaded.withheld?.code === "SK503" || loaded.withheld?.code === "SK507";
  return withheld === undefined || isHeld ? loaded : { ...loaded, withheld };
}

/** Returns a skill with the reason why the host hides it from models, if there is one. */
function withholding(skill: Skill, entry: ViewEntry): Loaded {
  const remark = entry.shown === "not" ? entry.remarks.at(-1) : undefined;
  const { shownName, shownDescription, found: shownPath } = entry;
  return {
    skill,
    ...(remark ? { withheld: { code: remark.code, reason: remark.text } } : {}),
    ...(shownName === undefined ? {} : { shownName }),
    ...(shownDescription === undefined ? {} : { shownDescription }),
    ...(shownPath === undefined ? {} : { shownPath }),
  };
}

function asSkill(entry: ViewEntry, root: Root, profile: HostProfile, files: Files, limits: Limits): Skill {
  const { path, directory, name, description = "" } = entry;
  const found = {
    path,
    directory,
    root,
    realPath: undefined,
    problem: undefined,
    headBytes: 0,
    sidecars: files.exists(`${directory}/agents`),
  };
  const { skill } = readSkillWithYaml(found, files, limits);
  const plain: Skill = skill ?? {
    id: skillId(found),
    name: directoryName(found),
    description: "",
    path,
    directory,
    root,
    scope: root.scope,
    manifest: {},
    header: "",
    headerLine: 1,
    bodyOffset: 0,
  };
  const id = hostId(name, directory, root, profile);
  return {
    ...plain,
    name,
    ...(id === undefined ? {} : { hostId: id }),
    description,
    manifest: heeded(plain.manifest, profile),
  };
}

/**
 * Separates ineligible skills from the others. If the host identifies skills by id, the remaining list is sorted by id.
 */
function splitEligible(
  loaded: readonly Loaded[],
  { collisions }: HostProfile,
  unmet: ReadonlyMap<Skill, readonly Missing[]> = new Map(),
): Pick<Snapshot, "skills" | "ineligible"> {
  const listed = collisions.key === "id" ? [...loaded].sort(byHostId) : loaded;
  return {
    skills: listed.filter(({ skill }) => !unmet.has(skill)),
    ineligible: listed.flatMap(({ skill, withheld }): Ineligible[] => {
      const missing = unmet.get(skill);
      return missing ? [{ skill, missing, ...(withheld ? { withheld } : {}) }] : [];
    }),
  };
}

function byHostId(a: Loaded, b: Loaded): number {
  return compareText(calledName(a.skill), calledName(b.skill));
}

/** Returns the requirements that each skill has and that this machine or the other skills do not meet. */
function unmetRequirements(
  loaded: readonly Loaded[],
  { environment, files }: Machine,
  settings: Readonly<Record<string, unknown>>,
): ReadonlyMap<Skill, readonly Missing[]> {
  const context = { ...machineFacts(environment, files), settings };
  const missing = new Map<Skill, Missing[]>();
  const linked: SkillRequirements[] = [];
  const withheld = new Set(loaded.filter((each) => each.withheld).map(({ skill }) => skill));
  for (const { skill } of loaded) {
    const rules = requirementsOf(skill.manifest);
    if (rules === undefined) continue;
    const found = checkEligibility(rules, context);
    if (found.length > 0) missing.set(skill, [...found]);
    if (rules.requiredSkills || rules.conflicts) linked.push({ skill, rules });
  }
  const skills = loaded.map(({ skill }) => skill);
  applyRequirements(skills, linked, missing, (skill) => withheld.has(skill));
  return missing;
}
/** Drops fields that control who may call a skill, unless the host supports them. */
function heeded(manifest: Manifest, { fields }: HostProfile): Manifest {
  const { disableModelInvocation, userInvocable, paths, commands, ...rest } = manifest;
  return {
    ...rest,
    ...(commands === undefined || !fields.includes("commands") ? {} : { commands }),
    ...(disableModelInvocation === undefined || !fields.includes("disable-model-invocation")
      ? {}
      : { disableModelInvocation }),
    ...(userInvocable === undefined || !fields.includes("user-invocable") ? {} : { userInvocable }),
    ...(paths === undefined || !fields.includes("paths") ? {} : { paths }),
  };
}

function rootOf(root: ViewRoot, profile: HostProfile): NamedRoot {
  const { path, scope, label, exists, namespace, walk, template, namedBy, namedIn, namedFrom } = root;
  const byHost = scope === "extra" ? "`--root`" : `profile ${profile.name} (${template.path})`;
  return {
    path,
    scope,
    label,
    from: namedFrom ?? byHost,
    namedBy,
    namedIn,
    followLinks: walk.directoryLinks !== "ignored",
    exists,
    configured: scope === "extra",
    namespace,
  };
}
