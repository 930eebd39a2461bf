/**
 * Conductor: a loaded machine and what a program says about control → the gates of a session, in their order, and what they
 * share. Whatever a gate needs in earnest is loaded when a skill first needs it.
 */
import { environmentOf, type Loading, type LoadOptions } from "../../catalog/load/load.ts";
import type { HostProfile } from "../../model/host-profile.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { nameKey } from "../../model/text/name-key.ts";
import { platformDirectories } from "../../platform/environment.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { machineOf } from "../../platform/processes/find-binary.ts";
import { Secrets } from "../../run/secrets/secrets.ts";
import { modeFor, permissionMode } from "../../trust/policy/decide-policy.ts";
import type { Gate } from "../conversation/gate.ts";
import { isActive, type LedgerEntry } from "../conversation/ledger.ts";
import type { SessionOptions, SessionPorts } from "../conversation/session.ts";
import { readState, type SessionState } from "../conversation/state.ts";
import type { SkillSupply } from "../conversation/supply.ts";
import { Decisions } from "../dependencies/decisions.ts";
import type { DeskPorts } from "../dependencies/desk.ts";
import { dependencyGate } from "../dependencies/gate.ts";
import { openHooks } from "../hooks/open-hooks.ts";
import { readHooks } from "../hooks/read-hooks.ts";
import { type GuardPlaces, openGuard } from "../permit/open-guard.ts";
import { loadRights } from "./policy-session.ts";

export interface Controlled extends Pick<Loading, "config"> {
  readonly options: LoadOptions;
  readonly profile: HostProfile;
  /** Skills as they are now. */
  readonly supply: SkillSupply;
}

/** The session that an agent was sent from. */
export interface Sender {
  readonly secrets: Secrets;
  /** Of that session, and of those that it was sent from itself. */
  readonly agents: readonly (string | undefined)[];
}

export async function controlSession(
  controlled: Controlled,
  { control = {}, state, recordContent = false, agent }: SessionOptions,
  { secrets, agents }: Sender = { secrets: new Secrets(), agents: [] },
): Promise<Pick<SessionPorts, "gates" | "secrets" | "decisions" | "guard" | "hooks" | "permission">> {
  const stored = state === undefined ? undefined : readState(state);
  const decisions = new Decisions(stored?.decisions);
  const rights = await loadRights(controlled, control, [...agents, agent]);
  const gates: Gate[] = [rights.gate];
  if (control.dependencies !== "ignore") gates.push(dependencyGate(deskPorts(controlled, control, secrets, decisions)));
  const { gate, guard } = openGuard({
    profile: controlled.profile,
    control,
    places: placesFor(controlled),
    snapshot: () => controlled.supply.snapshot,
    isFree: ({ id, name }) =>
      control.access === "full" ||
      (!controlled.supply.asked.has(id) && (rights.permission?.(name) ?? "allow") === "allow"),
    mode: (scope) => modeFor(scope, permissionMode(controlled.supply.policy)),
    recordContent,
    ...(stored?.windows ? { stored: stored.windows } : {}),
  });
  gates.push(gate);
  const hooked = hooksFor(controlled, control, stored);
  gates.push(hooked.gate);
  const { permission } = rights;
  return { gates, secrets, decisions, guard, hooks: hooked.hooks, ...(permission ? { permission } : {}) };
}

/** What hooks need to run is loaded when a skill at work, or the host, has one. */
function hooksFor(
  controlled: Controlled,
  control: NonNullable<SessionOptions["control"]>,
  stored: SessionState | undefined,
): ReturnType<typeof openHooks> {
  const { supply } = controlled;
  const host = readHooks(control.hooks, "host");
  return openHooks({
    control,
    host: host.rules,
    problems: host.problems,
    fired: stored?.fired ?? [],
    atWork: () => atWork(stored?.ledger ?? [], supply),
    load: async ({ id, emit, answers, redact, entrusted, accepted }, fired) => {
      const [{ SkillHooks }, { contextFor }] = await Promise.all([
        import("../hooks/skill-hooks.ts"),
        import("../../run/process/run-skill.ts"),
      ]);
      const asking = { control, answers, redact, entrusted, accepted };
      return new SkillHooks({
        sessionId: id,
        projectRoot: supply.snapshot.projectRoot,
        host: host.rules,
        fired,
        emit,
        contextFor: (skill) => contextFor(skill, { ...controlled, snapshot: supply.snapshot }, asking),
      });
    },
  });
}

/** Skills of a stored session that are not done, and have hooks as they are now. */
function atWork(
  ledger: readonly LedgerEntry[],
  { snapshot }: SkillSupply,
): readonly { readonly skill: Skill; readonly address: string }[] {
  if (ledger.length === 0) return [];
  const ids = new Map(ledger.filter(isActive).map(({ id, address }) => [id, address]));
  return snapshot.skills.flatMap(({ skill, withheld }) => {
    const address = ids.get(skill.id);
    const hooked = address !== undefined && withheld === undefined && skill.manifest.hooks !== undefined;
    return hooked ? [{ skill, address }] : [];
  });
}

function placesFor({ options }: Controlled): GuardPlaces {
  const environment = environmentOf(options);
  const { config, data, admin } = platformDirectories(environment);
  return { home: environment.home, files: options.files ?? nodeFiles, own: [config, data, admin] };
}

function deskPorts(
  { config, options, profile, supply }: Controlled,
  control: NonNullable<SessionOptions["control"]>,
  secrets: Secrets,
  decisions: Decisions,
): DeskPorts {
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
      ...machineOf(environment, files),
      settings: config.settings,
      hasSkill: (name) => supply.snapshot.skills.some(({ skill }) => nameKey(skill.name) === nameKey(name)),
    }),
    servers: async () => {
      const { hostServers } = await import("../dependencies/host-servers.ts");
      const { cwd, projectRoot, trusted } = supply.snapshot;
      return hostServers({
        connected: control.servers ?? [],
        host: profile.name,
        ...(options.ambient === false ? {} : { place: { environment, files, cwd, projectRoot, trusted } }),
        notes: `${platformDirectories(environment).data}/mcp-edits.json`,
      });
    },
    ...(prompter ? { prompter } : {}),
    ...(connect ? { connect } : {}),
    ...(promptTimeoutMs === undefined ? {} : { promptTimeoutMs }),
  };
}
