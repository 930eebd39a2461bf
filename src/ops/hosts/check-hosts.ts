/** Finds the hosts on this machine, their versions, and the skills that two of their versions treat differently. */
import type { LoadOptions } from "../../catalog/load/load.ts";
import { compareVersions } from "../../hosts/profiles/version-ranges.ts";
import { installedProgram } from "../../hosts/profiles/versions.ts";
import type { Cell } from "../../hosts/views/matrix.ts";
import type { HostProfile } from "../../model/host-profile.ts";
import { detectHosts } from "./detect-hosts.ts";
import { openHostMachine, viewAsHosts } from "./look-hosts.ts";

/**
 * The state of the installed version. `verified`: this version was compared with the real program. `newer`, `other`:
 * only a different version was compared. `unknown`: the version cannot be determined. `unverified`: no version of the
 * host was compared.
 */
const VERSION_STATES = ["verified", "newer", "other", "unknown", "unverified"] as const;
export type VersionState = (typeof VERSION_STATES)[number];

export interface HostChecks {
  readonly cwd: string;
  readonly hosts: readonly HostCheck[];
}

export interface HostCheck {
  readonly profile: HostProfile;
  /** The host's program; undefined if only a directory of the host exists. */
  readonly program: string | undefined;
  /** The installed version; undefined if no file next to the program contains the version. */
  readonly installed: string | undefined;
  readonly state: VersionState;
  /** Changes between successive versions of the host. Only versions with different rules are listed, newest first. */
  readonly changes: readonly VersionChanges[];
}

/** Skills found here that two successive versions of a host treat differently. */
export interface VersionChanges {
  readonly from: string;
  readonly to: string;
  readonly skills: readonly SkillChange[];
}

export interface SkillChange {
  readonly name: string;
  /** The real path of the file. */
  readonly file: string;
  readonly before: Cell;
  readonly after: Cell;
}

/** Checks every host on this machine. It starts no program. */
export async function checkHosts(options: LoadOptions = {}): Promise<HostChecks> {
  const machine = await openHostMachine(options);
  const hosts: HostCheck[] = [];
  for (const profile of detectHosts(machine)) {
    const { program, version: installed } = installedProgram(profile, machine.environment, machine.files);
    const changes = await changesOf(profile, options);
    hosts.push({ profile, program, installed, state: stateOf(profile, installed), changes });
  }
  return { cwd: machine.cwd, hosts };
}

function stateOf(newest: HostProfile, installed: string | undefined): VersionState {
  if (newest.confidence !== "verified") return "unverified";
  if (installed === undefined) return "unknown";
  const known = [newest, ...(newest.earlier ?? [])];
  if (known.some(({ version }) => version === installed)) return "verified";
  return compareVersions(installed, newest.version) > 0 ? "newer" : "other";
}

async function changesOf(newest: HostProfile, options: LoadOptions): Promise<VersionChanges[]> {
  const versions = [newest, ...(newest.earlier ?? [])].map(({ version }) => version);
  if (versions.length === 1) return [];
  const { rows } = await viewAsHosts({ ...options, hosts: versions.map((version) => `${newest.name}@${version}`) });
  return versions.slice(1).map((from, at) => ({
    from,
    to: versions[at] as string,
    skills: rows.flatMap(({ name, skill: { file }, cells }) => {
      const [after, before] = [cells[at] as Cell, cells[at + 1] as Cell];
      return isSame(before, after) ? [] : [{ name, file, before, after }];
    }),
  }));
}

function isSame(a: Cell, b: Cell): boolean {
  return a.state === b.state && nameInHost(a) === nameInHost(b) && descriptionInHost(a) === descriptionInHost(b);
}

/** Returns the name that the model sees in this host. */
export function nameInHost({ name, entry }: Cell): string | undefined {
  return entry?.shownName ?? name;
}

/** Returns the description that the model sees in this host. */
export function descriptionInHost({ entry }: Cell): string | undefined {
  return entry?.shownDescription ?? entry?.description;
}
