/**
 * `update`, `update --check`, `update --rollback`: plans new versions of installed skills from their sources, or
 * earlier versions from the store.
 */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { OperationError } from "../../model/errors.ts";
import { fullName } from "../../model/skills/skill.ts";
import { digestBundle } from "../../trust/bundle/digest.ts";
import type { InstallContext } from "../context.ts";
import { fetchSource, sourceTextOf } from "../fetch/fetch-source.ts";
import { readInstallState } from "../install-target.ts";
import { findInstalled, type Installed, lockFindings } from "../installed.ts";
import { readStored, readVersionHistory } from "../journal/store.ts";
import type { FetchedSource, SourceSkill } from "../source.ts";
import { type Plan, type PlannedSkill, planSkill } from "./plan.ts";

/**
 * Compares the sources with the installed skills. A failed source is reported, and the other sources are still
 * compared.
 */
export async function planUpdate(names: readonly string[], context: InstallContext): Promise<Plan> {
  const skills: PlannedSkill[] = [];
  const diagnostics: Diagnostic[] = names.length === 0 ? [...lockFindings(context)] : [];
  const fetched: FetchedSources = new Map();
  const known = readInstallState(context);
  const all = findInstalled(names, context);
  for (const [done, installed] of all.entries()) {
    context.progress?.({ what: "checking sources for updates", done, total: all.length });
    await letOthersRun(done);
    try {
      const found = await latestOf(installed, fetched, context);
      skills.push(await planSkill({ ...found, name: installed.name, target: installed.target }, known, context));
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      diagnostics.push(failed(installed, error));
    }
  }
  return { skills, diagnostics };
}

function failed({ name }: Installed, { code, message, hint }: OperationError): Diagnostic {
  return {
    code,
    severity: "error",
    message: `\`${name}\` stays as it is: ${message}`,
    ...(hint ? { help: hint } : {}),
  };
}

/** The result of each source in this run, including failures. */
type FetchedSources = Map<string, Promise<FetchedSource>>;

// Maximum sources in one run. A lock with more sources was probably written by a program.
const MAX_SOURCES = 1000;

/** Fetches each source once. */
async function latestOf(
  { name, target, entry: { origin } }: Installed,
  fetched: FetchedSources,
  context: InstallContext,
): Promise<SourceSkill> {
  const text = sourceTextOf(origin, target.base);
  const isProjects = target.lock.path === context.statePaths.projectLock;
  // A source is fetched separately for each lock: a user's lock may contain the user's own addresses, but a project's
  // lock is untrusted.
  const key = `${isProjects ? "project" : "user"} ${text}`;
  if (!fetched.has(key) && fetched.size >= MAX_SOURCES)
    throw new OperationError("SK642", `it was not checked: the locks name more than ${MAX_SOURCES} sources`, {
      hint: "name the skills to check",
    });
  const asked = fetched.get(key) ?? askSource(text, isProjects && !context.offline, context);
  fetched.set(key, asked);
  const known = await asked;
  const found = findSourceSkill(known, name, origin.path);
  if (found) return found;
  throw new OperationError("SK665", `\`${text}\` has no skill \`${name}\` any more`, {
    hint: "it was renamed or removed at its source; remove it with `skillwright remove`, or keep it",
  });
}

async function askSource(text: string, isProjects: boolean, context: InstallContext): Promise<FetchedSource> {
  if (isProjects) await context.hosts.permit(text);
  return fetchSource(text, context);
}

/** Finds a skill by its path in the source. If the skill has moved, finds it by its name. */
export function findSourceSkill({ skills }: FetchedSource, name: string, path: string): SourceSkill | undefined {
  return (
    skills.find((each) => each.origin.path === path && each.name === name) ??
    skills.find((each) => each.name === name) ??
    skills.find((each) => each.origin.path === path)
  );
}

export interface Outdated {
  readonly name: string;
  readonly directory: string;
  readonly source: string;
  readonly installed?: string;
  readonly latest?: string;
  readonly state: "current" | "outdated" | "unknown";
  /** The reason why Skillwright cannot tell whether the skill is outdated. */
  readonly reason?: string;
}

/** Lists outdated skills and changes nothing. */
export async function listOutdated(names: readonly string[], context: InstallContext): Promise<Outdated[]> {
  const fetched: FetchedSources = new Map();
  const list: Outdated[] = [];
  const installed = findInstalled(names, context);
  for (const [done, each] of installed.entries()) {
    context.progress?.({ what: "checking sources for updates", done, total: installed.length });
    await letOthersRun(done);
    list.push(await compareWithLatest(each, fetched, context));
  }
  return list;
}

// Number of entries to process before the event loop gets a turn. A signal can then stop the process.
const ENTRIES_A_TURN = 20;

async function letOthersRun(done: number): Promise<void> {
  if (done % ENTRIES_A_TURN === 0) await new Promise((resume) => setImmediate(resume));
}

async function compareWithLatest(each: Installed, fetched: FetchedSources, context: InstallContext): Promise<Outdated> {
  const { name, target, entry } = each;
  const { source, resolved } = entry.origin;
  const about = {
    name: fullName(name, entry.origin),
    directory: target.directory,
    source,
    ...(resolved ? { installed: resolved } : {}),
  };
  try {
    const { bundle, origin } = await latestOf(each, fetched, context);
    const state = digestBundle(bundle) === entry.digest ? "current" : "outdated";
    return { ...about, ...(origin.resolved ? { latest: origin.resolved } : {}), state };
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return { ...about, state: "unknown", reason: error.message };
  }
}

/** Plans the previous versions of skills, with their bytes from the store. */
export async function planRollback(names: readonly string[], context: InstallContext): Promise<Plan> {
  const known = readInstallState(context);
  const history = readVersionHistory(context.statePaths.history);
  const skills: PlannedSkill[] = [];
  for (const { name, target } of findInstalled(names, context)) {
    const before = history.get(target.directory)?.[0];
    const bundle = before && readStored(context.statePaths.store, before.digest);
    if (before === undefined || bundle === undefined)
      throw new OperationError("SK664", `the store has no earlier version of \`${name}\``, {
        hint: "install the version that you want: `skillwright add SOURCE#VERSION`",
      });
    const wanted = { name, bundle, origin: before.origin, target, history: { pop: before.digest } };
    skills.push(await planSkill(wanted, known, context));
  }
  return { skills, diagnostics: [] };
}
