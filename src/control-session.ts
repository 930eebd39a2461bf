/**
 * Conductor: a loaded machine and what a program says about control → the gates of a session, in their order, and what they
 * share. Whatever a gate needs in earnest is loaded when a skill first needs it.
 */
import { nameKey } from "./catalog/name-key.ts";
import { Decisions } from "./dependencies/decisions.ts";
import type { DeskPorts } from "./dependencies/desk.ts";
import { dependencyGate } from "./dependencies/gate.ts";
import { environmentOf, type Loading, type LoadOptions } from "./load.ts";
import type { HostProfile } from "./model/host-profile.ts";
import { type GuardPlaces, openGuard } from "./permit/open-guard.ts";
import { platformDirectories } from "./platform/environment.ts";
import { binaryFinder } from "./platform/find-binary.ts";
import { nodeFiles } from "./platform/node-files.ts";
import type { Gate } from "./session/gate.ts";
import { Secrets } from "./session/secrets.ts";
import type { SessionOptions, SessionPorts } from "./session/session.ts";
import { readState } from "./session/state.ts";
import type { SkillSupply } from "./session/supply.ts";

export interface Controlled extends Pick<Loading, "config"> {
  readonly options: LoadOptions;
  readonly profile: HostProfile;
  /** Skills as they are now. */
  readonly supply: SkillSupply;
}

export function controlSession(
  controlled: Controlled,
  { control = {}, state, recordContent = false }: SessionOptions,
): Pick<SessionPorts, "gates" | "secrets" | "decisions" | "guard"> {
  const secrets = new Secrets();
  const stored = state === undefined ? undefined : readState(state);
  const decisions = new Decisions(stored?.decisions);
  const gates: Gate[] = [];
  if (control.dependencies !== "ignore") gates.push(dependencyGate(deskPorts(controlled, control, secrets, decisions)));
  const { gate, guard } = openGuard({
    profile: controlled.profile,
    control,
    places: placesFor(controlled),
    snapshot: () => controlled.supply.snapshot,
    recordContent,
    ...(stored?.windows ? { stored: stored.windows } : {}),
  });
  gates.push(gate);
  return { gates, secrets, decisions, guard };
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
      platform: environment.platform,
      hasBinary: binaryFinder(environment, files),
      hasVariable: (name) => (variable(name) ?? "") !== "",
      settings: config.settings,
      hasSkill: (name) => supply.snapshot.skills.some(({ skill }) => nameKey(skill.name) === nameKey(name)),
    }),
    servers: async () => {
      const { hostServers } = await import("./dependencies/host-servers.ts");
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
