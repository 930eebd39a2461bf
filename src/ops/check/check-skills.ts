/**
 * Conductor for authors: paths in, everything that can be said about the skills there out, advice included. It looks only
 * at what it was pointed to, whoever would shadow it elsewhere; with `fix` it repairs what is mechanical first.
 */
import { basename, dirname, resolve } from "node:path";
import { type LoadContext, type LoadOptions, loadSkills, prepare } from "../../catalog/load/load.ts";
import { advise } from "../../format/check/advise.ts";
import { overlaps } from "../../format/check/overlaps.ts";
import { type Fix, isMechanical, planFix } from "../../format/fix/plan-fix.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { applySeverities, compareDiagnostics, diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { OperationError, systemCode } from "../../model/errors.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import { renameFile, writeFileAtomically } from "../../platform/writing/write-file.ts";
import { hookFindings } from "../../session/hooks/hook-findings.ts";
import { ruleFindings } from "../../session/permit/rules/rule-findings.ts";

export interface CheckOptions extends LoadOptions {
  /** Repairs what is mechanical; `planned` is told of each repair before it is made. */
  readonly fix?: "apply" | "plan";
  readonly planned?: (fix: Fix) => void;
  /** Hosts whose reading of each file is added: names as in `--host`, or `all` for the verified ones. */
  readonly targets?: readonly string[];
}

export interface CheckReport {
  readonly cwd: string;
  /** The skill files that were looked at, sorted. */
  readonly files: readonly string[];
  /** Those of them that no host could load; not all of their findings are errors, a link that leads nowhere for example. */
  readonly rejected: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** The files that were, or with `plan` would be, repaired. */
  readonly fixed: readonly string[];
}

/** A repair can bring another to light (a quoted value, then a wrong name), but not for ever. */
const MAX_ROUNDS = 4;

export async function checkSkills(paths: readonly string[], options: CheckOptions = {}): Promise<CheckReport> {
  const context = await prepare(options);
  const targets = resolveTargets(paths, context);
  const fixed = new Set<string>();
  const failed = new Map<string, Diagnostic>();
  let looked = await look(targets, context);
  for (let round = 0; options.fix !== undefined && round < MAX_ROUNDS; round++) {
    const fixes = planAll(looked, context).filter(({ path }) => !failed.has(path));
    for (const fix of fixes) {
      options.planned?.(fix);
      const failure = options.fix === "apply" ? apply(fix) : undefined;
      if (failure) failed.set(fix.path, failure);
      else fixed.add(fix.path);
    }
    if (fixes.length === 0 || options.fix === "plan") break;
    looked = await look(targets, context);
  }
  const hosts = options.targets
    ? await (await import("./check-targets.ts")).checkTargets(looked.files, options.targets, context)
    : [];
  const others = [...failed.values(), ...hosts];
  const diagnostics =
    others.length > 0 ? [...looked.diagnostics, ...others].sort(compareDiagnostics) : looked.diagnostics;
  const { files, rejected } = looked;
  return { cwd: context.cwd, files, rejected, diagnostics, fixed: [...fixed].sort() };
}

interface Targets {
  readonly roots: readonly string[];
  /** When single files were named, only those count. */
  readonly only: ReadonlySet<string> | undefined;
}

/** Files, skill directories, or directories of skills; a project directory also means its skill roots. */
function resolveTargets(paths: readonly string[], { cwd, files, profile, roots }: LoadContext): Targets {
  const named = paths.length > 0 ? paths : [cwd];
  const extra =
    paths.length > 0
      ? []
      : roots
          .filter((root) => root.exists && (root.scope === "extra" || root.scope === "repo"))
          .map((root) => root.path);
  const found = new Set<string>(extra);
  const only = new Set<string>();
  let directories = 0;
  for (const path of named) {
    const real = realTarget(resolve(cwd, path), files);
    if (files.stat(real).kind === "directory") {
      directories++;
      found.add(real);
      for (const template of profile.roots) {
        const below = template.path.startsWith("{project}") ? real + template.path.slice("{project}".length) : "";
        if (below !== "" && files.exists(below)) found.add(below);
      }
    } else {
      found.add(dirname(real));
      only.add(real);
    }
  }
  const unique = [...found].sort();
  return {
    roots: unique.filter(
      (root) =>
        !unique.some(
          (other) => other !== root && root.startsWith(`${other}/`) && !root.slice(other.length).includes("/."),
        ),
    ),
    only: directories > 0 ? undefined : only,
  };
}

function realTarget(path: string, files: LoadContext["files"]): string {
  try {
    return files.realPath(path);
  } catch (error) {
    throw new OperationError("SK022", `there is no \`${path}\``, {
      hint: "name a SKILL.md, a skill's directory, or a directory of skills",
      cause: error,
    });
  }
}

interface Looked {
  readonly files: readonly string[];
  readonly rejected: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

async function look({ roots, only }: Targets, { config, files, environment, cwd }: LoadContext): Promise<Looked> {
  const { snapshot } = await loadSkills({
    ambient: false,
    roots,
    files,
    environment,
    cwd,
    trust: "all",
    config: limitsOf(config.limits),
  });
  const wanted = (path: string): boolean => only === undefined || belongsTo(only, path);
  const skills = skillsOf(snapshot).filter((skill) => wanted(skill.path));
  const rejected = snapshot.rejected.map((each) => each.path).filter(wanted);
  const paths = [...skills.map((skill) => skill.path), ...rejected].sort();
  const about = snapshot.diagnostics.filter((each) => isAbout(each) && wanted(each.path ?? ""));
  const each = skills.flatMap((skill) => [...advise(skill, files), ...ruleFindings(skill), ...hookFindings(skill)]);
  const advice = [...each, ...overlaps(skills)];
  const diagnostics = applySeverities([...about, ...advice], config.severities).sort(compareDiagnostics);
  return { files: [...new Set(paths)], rejected, diagnostics };
}

/** One of these files, or something of the same skill that is no skill itself: its directory, its sidecars. */
function belongsTo(only: ReadonlySet<string>, path: string): boolean {
  if (only.has(path)) return true;
  if (basename(path).toUpperCase() === "SKILL.MD") return false;
  return [...only].some((file) => {
    const directory = dirname(file);
    return [directory, `${directory}/agents`].includes(dirname(path)) || path === directory;
  });
}

/** A project's directories are not all meant to hold skills, and who wins here is not the author's question. */
function isAbout({ code }: Diagnostic): boolean {
  return code !== "SK023" && code !== "SK019";
}

function limitsOf(limits: LoadContext["config"]["limits"]): Record<string, number> {
  return {
    "limits.max_depth": limits.maxDepth,
    "limits.max_directories": limits.maxDirectories,
    "limits.max_entries": limits.maxEntries,
    "limits.max_skill_bytes": limits.maxSkillBytes,
    "limits.max_frontmatter_bytes": limits.maxFrontmatterBytes,
  };
}

function skillsOf({ skills, shadowed, disabled, ineligible }: Snapshot): Skill[] {
  return [...skills, ...shadowed, ...disabled, ...ineligible].map(({ skill }) => skill);
}

const MAX_FIXED_BYTES = 4_000_000;

function planAll({ files: paths, diagnostics }: Looked, { files }: LoadContext): Fix[] {
  const fixes: Fix[] = [];
  const of = new Map<string | undefined, Diagnostic[]>(paths.map((path) => [path, []]));
  for (const each of diagnostics) of.get(each.path)?.push(each);
  for (const path of paths) {
    const findings = of.get(path) as Diagnostic[];
    if (!findings.some(isMechanical)) continue;
    try {
      // Behind a link lies somebody else's file: whoever can write into a project could have any of the user's changed.
      if (files.realPath(path) !== path) continue;
      const bytes = files.readFile(path, MAX_FIXED_BYTES);
      const fix = planFix(path, bytes, findings);
      if (fix) fixes.push(fix);
    } catch (error) {
      // A file that cannot be read cannot be repaired; its diagnostic says so already.
      if (systemCode(error) === "") throw error;
    }
  }
  return fixes;
}

/** A file that cannot be written is a finding; it is as it was, and the others are repaired. */
function apply(fix: Fix): Diagnostic | undefined {
  try {
    if (fix.after !== "") writeFileAtomically(fix.path, fix.bytes);
    if (fix.rename !== undefined) renameFile(fix.path, fix.rename);
    return undefined;
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    const help = "check that the directory is writable; it is as it was";
    return diagnostic("SK601", { path: fix.path, message: "the file cannot be written, so it is not repaired", help });
  }
}
