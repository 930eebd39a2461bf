/** Plans the fewest symlinks with which each host sees each skill once, and optionally creates them. */
import { dirname } from "node:path";
import { lookUpSkill } from "../../activate/access/look-up.ts";
import { type LoadOptions, loadSkills, prepareLoad } from "../../catalog/load/load.ts";
import type { HeadReading } from "../../hosts/dialects/plain.ts";
import { PROFILES } from "../../hosts/profiles/profiles.ts";
import { viewRoots } from "../../hosts/views/steps/view-roots.ts";
import type { LinkStep, Placement } from "../../install/place/plan-placement.ts";
import { OperationError, SkillNotFoundError } from "../../model/errors.ts";
import { isSkillFile } from "../../model/skills/skill.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { platformDirectories } from "../../platform/environment.ts";
import { requireTargetWithin } from "../../platform/files/real-target.ts";
import { findNamedFiles, type HostsOptions, type HostViews, viewAsHosts, viewHost } from "./look-hosts.ts";

export interface PlaceRequest {
  /** Names or paths of skills. */
  readonly skills: readonly string[];
  /** True to create the symlinks (default: only a plan). */
  readonly apply?: boolean;
}

export interface Placed {
  readonly placements: readonly Placement[];
  readonly applied: boolean;
  readonly projectRoot: string;
}

/**
 * Throws SK301 or SK310 if a name does not identify one skill. For each host, it reports problems that no symlink can
 * fix.
 */
export async function placeSkills(request: PlaceRequest, given: HostsOptions = {}): Promise<Placed> {
  const { projectRoot, environment, files } = await prepareLoad({ ...given, host: "skillwright" });
  // The targets of symlinks are relative to the real path of the home.
  const { namedHome: _, ...atRealHome } = environment;
  const options = { ...given, environment: atRealHome };
  const looked = await viewAsHosts(options);
  await looked.machine.readings.allDialects();
  const { planPlacement } = await import("../../install/place/plan-placement.ts");
  const all = PROFILES.map((profile) => new Set(viewRoots(profile, looked.machine).map(({ path }) => path)));
  const placements: Placement[] = [];
  const earlier: Map<string, HeadReading> = new Map();
  for (const asked of request.skills) {
    const file = oneFile(await pathAddressed(asked, options), looked);
    const directory = dirname(file);
    const placement = await planPlacement({
      directory,
      file,
      within: directory.startsWith(`${projectRoot}/`) ? projectRoot : environment.home,
      profiles: looked.views.map(({ profile }) => profile),
      files,
      searchedBy: (root) => all.filter((paths) => paths.has(root)).length,
      view: (profile, changed) => viewHost(profile, { ...options, files: changed }, earlier),
    });
    placements.push(placement);
  }
  const applied = request.apply === true;
  if (applied) {
    const { applyPlacement } = await import("../../install/place/apply-placement.ts");
    const steps = stepsOf(placements);
    for (const { at } of steps) if (isInside(at, projectRoot)) requireTargetWithin(dirname(at), projectRoot, files);
    await applyPlacement(steps, await notesOf(options));
  }
  return { placements, applied, projectRoot };
}

/** Undoes the last `placeSkills`. */
export async function undoPlacing(options: LoadOptions = {}): Promise<readonly Pick<LinkStep, "do" | "at">[]> {
  const { undoPlacement } = await import("../../install/place/apply-placement.ts");
  return undoPlacement(await notesOf(options));
}

/** Removes symlinks of `placeSkills` whose target directories no longer exist. */
export async function unplaceSkills(
  directories: readonly string[],
  options: LoadOptions = {},
): Promise<readonly Pick<LinkStep, "do" | "at">[]> {
  const { removeLinks } = await import("../../install/place/apply-placement.ts");
  return removeLinks(directories, await notesOf(options));
}

function stepsOf(placements: readonly Placement[]): LinkStep[] {
  const steps = new Map(placements.flatMap((each) => each.steps).map((step) => [step.at, step]));
  return [...steps.values()];
}

async function notesOf(options: LoadOptions): Promise<string> {
  const { environment } = await prepareLoad({ ...options, host: "skillwright" });
  return `${platformDirectories(environment).data}/placements.json`;
}

/**
 * Returns the path of the skill that an id or `name@scope` selects. Any other text is returned unchanged. Throws SK310
 * if several skills match.
 */
async function pathAddressed(asked: string, options: HostsOptions): Promise<string> {
  if (!/[@:]/.test(asked)) return asked;
  const { snapshot } = await loadSkills({ ...options, host: "skillwright" });
  const looked = lookUpSkill(asked, snapshot, { actor: "user", preview: true });
  if ("found" in looked) return looked.found.loaded.skill.path;
  const { code, reason, help } = looked.refusal;
  if (code === "SK310") throw new OperationError(code, reason, help === undefined ? {} : { hint: help });
  return asked;
}

/** Makes the error for a skill without a directory that a symlink could point to. */
function nowhere(asked: string): OperationError {
  return new OperationError("SK301", `the skill \`${asked}\` has no directory on this machine`, {
    hint: `to write this skill of an MCP server for a host, run \`skillwright compile ${asked} --to HOST --out DIR\``,
  });
}

function oneFile(asked: string, looked: HostViews): string {
  const found = findNamedFiles(asked, looked).filter(isSkillFile);
  const [file, ...more] = found;
  if (file === undefined) throw asked.startsWith("mcp:") ? nowhere(asked) : new SkillNotFoundError(asked, []);
  if (more.length === 0) return file;
  throw new OperationError("SK310", `several skills are called \`${asked}\``, {
    hint: `choose one: ${found.map((each) => `\`${dirname(each)}\``).join(", ")}`,
  });
}
