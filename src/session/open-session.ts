/** Opens a session on a catalog, with its gates, guard, hooks and subagent sessions. */
import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import type { OpenCatalog } from "../catalog/open-catalog.ts";
import type { SessionControl } from "../model/conversation/control.ts";
import type { Skill } from "../model/skills/skill.ts";
import { nameKey } from "../model/text/text.ts";
import { environmentOf, platformDirectories } from "../platform/environment.ts";
import { nodeFiles } from "../platform/files/node-files.ts";
import { machineFacts } from "../platform/processes/find-binary.ts";
import { appendLine } from "../platform/writing/append-line.ts";
import { Secrets } from "../run/secrets/secrets.ts";
import { permissionMode, permissionModeFor } from "../trust/policy/decide-policy.ts";
import { isActive, type LedgerEntry } from "./conversation/ledger.ts";
import { Session } from "./conversation/session.ts";
import type { SessionOptions, SessionPorts } from "./conversation/session-options.ts";
import type { SkillGate } from "./conversation/skill-gate.ts";
import { readState, type SessionState } from "./conversation/state.ts";
import { dependencyGate } from "./dependencies/dependency-gate.ts";
import { NeedRefusals } from "./dependencies/need-refusals.ts";
import type { NeedPorts } from "./dependencies/resolve-needs.ts";
import { openHooks } from "./hooks/open-hooks.ts";
import { lazyGuard } from "./lazy-guard.ts";
import type { GuardMachine, OpenGuard } from "./permit/open-guard.ts";
import { type LoadPermissions, openLoadGate } from "./permit/open-load-gate.ts";
import { skillDirectories } from "./permit/skill-directories.ts";

/**
 * Opens a session. `sender` is the session that starts a subagent. The subagent's session shares the secrets of
 * `sender`, and excludes skills that its agents may not load.
 */
export async function openSession(
  catalog: OpenCatalog,
  options: SessionOptions,
  sender?: ParentSession,
): Promise<Session> {
  const journal = options.journal ?? catalog.config.journal;
  const given = journal === null ? options : { ...options, journal: resolve(catalog.snapshot.cwd, journal) };
  return new Session(catalog, given, {
    clock: options.clock ?? Date.now,
    newId: () => randomUUID(),
    append: appendLine,
    ...(await controlSession(catalog, given, sender)),
    child: async ({ id, agent, depth, secrets }) => {
      const { state: _, ...rest } = given;
      const session = await openSession(
        catalog,
        { ...rest, id, agent, control: { ...given.control, depth } },
        { secrets, agents: [...(sender?.agents ?? []), given.agent] },
      );
      return { session, tools: async () => (await import("./tools/skill-tools.ts")).skillTools(session) };
    },
  });
}

// Builds the gates of a session in order, and the state that they share. Expensive modules are loaded when the first
// skill needs them.

/** The session that started a subagent. */
export interface ParentSession {
  readonly secrets: Secrets;
  /** The agents of the parent session, and of all sessions above it. */
  readonly agents: readonly (string | undefined)[];
}

async function controlSession(
  catalog: OpenCatalog,
  { control = {}, state, recordContent = false, agent }: SessionOptions,
  { secrets, agents }: ParentSession = { secrets: new Secrets(), agents: [] },
): Promise<Pick<SessionPorts, "gates" | "secrets" | "decisions" | "guard" | "hooks" | "permission">> {
  const stored = state === undefined ? undefined : readState(state);
  const decisions = new NeedRefusals(stored?.decisions);
  const rights = await openLoadGate(catalog, control, [...agents, agent]);
  const gates: SkillGate[] = [rights.gate];
  if (control.dependencies !== "ignore") gates.push(dependencyGate(needPorts(catalog, control, secrets, decisions)));
  const { gate, guard } = await guardFor(catalog, control, rights, recordContent, stored);
  gates.push(gate);
  const hooked = await hooksFor(catalog, control, stored);
  gates.push(hooked.gate);
  const { permission } = rights;
  return {
    gates,
    secrets,
    decisions,
    ...(guard ? { guard } : {}),
    hooks: hooked.hooks,
    ...(permission ? { permission } : {}),
  };
}

/**
 * Returns the guard of a session. Even if the guard is off, a gate accepts or refuses skills that request permissions.
 */
async function guardFor(
  catalog: OpenCatalog,
  control: SessionControl,
  rights: LoadPermissions,
  recordContent: boolean,
  stored: SessionState | undefined,
): Promise<Pick<OpenGuard, "gate"> & Partial<OpenGuard>> {
  const isFree = ({ id, name }: Skill): boolean =>
    control.access === "full" || (!catalog.asked.has(id) && (rights.permission?.(name) ?? "allow") === "allow");
  const open = async (): Promise<OpenGuard> =>
    (await import("./permit/open-guard.ts")).openGuard({
      profile: catalog.profile,
      control,
      machine: guardMachine(catalog),
      snapshot: () => catalog.snapshot,
      isFree,
      mode: (scope) => permissionModeFor(scope, permissionMode(catalog.policy)),
      recordContent,
      ...(stored?.windows ? { stored: stored.windows } : {}),
    });
  if (control.guard !== false)
    return stored?.windows ? open() : lazyGuard(open, () => skillDirectories(catalog.snapshot, isFree));
  const pass: SkillGate["pass"] = async (activation, calling) =>
    activation.skill.sidecar?.permissions === undefined ? undefined : (await open()).gate.pass?.(activation, calling);
  return { gate: { pass } };
}

/** Loads the hook runner only if an active skill or the host has hooks. */
async function hooksFor(
  catalog: OpenCatalog,
  control: SessionControl,
  stored: SessionState | undefined,
): Promise<ReturnType<typeof openHooks>> {
  const { rules, problems } =
    control.hooks === undefined
      ? { rules: [], problems: [] }
      : (await import("./hooks/read-hooks.ts")).readHooks(control.hooks, "host");
  return openHooks({
    control,
    host: rules,
    problems,
    fired: stored?.fired ?? [],
    atWork: () => atWork(stored?.ledger ?? [], catalog),
    load: async ({ id, emit, answers, redact, entrusted, accepted }, fired) => {
      const [{ SkillHooks }, { scriptContextFor }] = await Promise.all([
        import("./hooks/skill-hooks.ts"),
        import("../run/process/run-skill.ts"),
      ]);
      const asking = { control, answers, redact, entrusted, accepted };
      return new SkillHooks({
        sessionId: id,
        projectRoot: catalog.snapshot.projectRoot,
        host: rules,
        fired,
        emit,
        contextFor: (skill) => scriptContextFor(skill, catalog, asking),
      });
    },
  });
}

/** Returns the unfinished skills of a stored session that still have hooks. */
function atWork(
  ledger: readonly LedgerEntry[],
  { snapshot }: OpenCatalog,
): readonly { readonly skill: Skill; readonly address: string }[] {
  if (ledger.length === 0) return [];
  const ids = new Map(ledger.filter(isActive).map(({ id, address }) => [id, address]));
  return snapshot.skills.flatMap(({ skill, withheld }) => {
    const address = ids.get(skill.id);
    const hooked = address !== undefined && withheld === undefined && skill.manifest.hooks !== undefined;
    return hooked ? [{ skill, address }] : [];
  });
}

function guardMachine({ options }: OpenCatalog): GuardMachine {
  const environment = environmentOf(options);
  const { config, data, admin } = platformDirectories(environment);
  return { home: environment.home, files: options.files ?? nodeFiles, own: [config, data, admin] };
}

function needPorts(
  catalog: OpenCatalog,
  control: SessionControl,
  secrets: Secrets,
  decisions: NeedRefusals,
): NeedPorts {
  const { config, options, profile } = catalog;
  const environment = environmentOf(options);
  const { files = nodeFiles } = options;
  const variable = (name: string): string | undefined => environment.variables[name];
  const { prompter, promptTimeoutMs, connect, access = "ask" } = control;
  return {
    secrets,
    decisions,
    variable,
    access,
    eligibility: profile.runtime === "engine" || profile.fields.includes("eligibility"),
    surroundings: async () => ({
      ...machineFacts(environment, files),
      settings: config.settings,
      hasSkill: (name) => catalog.snapshot.skills.some(({ skill }) => nameKey(skill.name) === nameKey(name)),
    }),
    servers: async () => {
      const { hostServers } = await import("./dependencies/host-servers.ts");
      const { cwd, projectRoot, trusted } = catalog.snapshot;
      return hostServers({
        connected: control.servers ?? [],
        host: profile.name,
        ...(options.ambient === false ? {} : { mcp: { environment, files, cwd, projectRoot, trusted } }),
        notes: `${platformDirectories(environment).data}/mcp-edits.json`,
      });
    },
    ...(prompter ? { prompter } : {}),
    ...(connect ? { connect } : {}),
    ...(promptTimeoutMs === undefined ? {} : { promptTimeoutMs }),
  };
}
