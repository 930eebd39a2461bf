/**
 * Tests the isolation of a sandbox candidate. A command looks for foreign variables, a file in a home, a local
 * listener, writable places, kernel settings, privileges, and unlimited processes. The file, the listener and the mount
 * are canaries, so an escape does no harm. Kernel settings are only opened, not written.
 */

import { createHash } from "node:crypto";
import type { CommandOutcome, CommandRequest, SandboxProvider } from "../../model/conversation/control.ts";
import { isMap, parseJson } from "../../model/schema.ts";
import { entryKindAt } from "../../platform/files/mount-table.ts";
import { openProbePort } from "../../platform/network/probe-port.ts";
import type { BoundSpawn } from "../../platform/processes/bound/bound-spawn.ts";
import {
  type LimitGroup,
  MAX_MEMORY_BYTES,
  MAX_PROCESSES,
  openLimitGroup,
} from "../../platform/processes/bound/limits.ts";
import { ownEnvironment } from "../../platform/processes/process-identity.ts";
import { makeDirectories } from "../../platform/writing/write-file.ts";
import { temporaryDirectory, writeNewFile } from "../../platform/writing/write-tree.ts";
import { callProgram } from "./call-program.ts";
import { MASKED_PATHS } from "./mounts.ts";
import { PROBE_SOURCE } from "./probe.ts";
import { firstErrorLine, runInSandbox, type SandboxCandidate } from "./wrapped.ts";

export const SANDBOX_CHECKS = [
  "environment",
  "home",
  "network",
  "writes",
  "kernel",
  "privileges",
  "processes",
  "mounts",
  "protected",
] as const;
export type SandboxCheck = (typeof SANDBOX_CHECKS)[number];

/** The result of each check; true means that the isolation worked. */
export type SandboxChecks = Readonly<Record<SandboxCheck, boolean>>;

export interface SelfTest {
  readonly level: SandboxProvider["level"];
  readonly checks: SandboxChecks;
  /** Checks that could not be tried on this machine. */
  readonly untested: readonly SandboxCheck[];
  readonly limitsMemory: boolean;
  /** True if system calls that a command does not need were refused, including sockets to a hypervisor. */
  readonly limitsCalls: boolean;
  /** The reason why the self-test could not run. */
  readonly failed?: string;
}

export const ALL_CHECKS_FAILED: SandboxChecks = Object.fromEntries(
  SANDBOX_CHECKS.map((check) => [check, false]),
) as Record<SandboxCheck, boolean>;
export const UNTESTED_SANDBOX: SelfTest = {
  level: "none",
  checks: ALL_CHECKS_FAILED,
  untested: [],
  limitsMemory: false,
  limitsCalls: false,
};
const TIMEOUT_MS = 10_000;
const MAX_OUTPUT_BYTES = 10_000;
/** A low limit, so that the test reaches it quickly. Node and the sandbox use about twenty processes. */
const TEST_PROCESSES = 40;

/**
 * One run of the self-test. Some machines forbid the mounts that some checks need. The other checks are then still
 * valid.
 */
interface Trial {
  readonly mounts: boolean;
  readonly writes: boolean;
}

const LINUX_TRIALS: readonly Trial[] = [
  { mounts: true, writes: true },
  { mounts: true, writes: false },
  { mounts: false, writes: false },
];
const OTHER_TRIALS: readonly Trial[] = [{ mounts: false, writes: true }];

export async function selfTest(candidate: SandboxCandidate, spawn: BoundSpawn): Promise<SelfTest> {
  const group = candidate.unshare === undefined ? undefined : openLimitGroup(TEST_LIMITS);
  try {
    let failed = "";
    for (const trial of candidate.unshare === undefined ? OTHER_TRIALS : LINUX_TRIALS) {
      const tested = await attempt(candidate, trial, spawn, group);
      if (typeof tested !== "string") return { ...tested, limitsMemory: group?.limitsMemory ?? false };
      failed = tested;
    }
    return { ...UNTESTED_SANDBOX, failed };
  } finally {
    group?.remove();
  }
}

const TEST_LIMITS = { processes: TEST_PROCESSES, memoryBytes: MAX_MEMORY_BYTES };

/** Runs one trial. Returns the reason if the command returned no result. */
async function attempt(
  candidate: SandboxCandidate,
  trial: Trial,
  spawn: BoundSpawn,
  group: LimitGroup | undefined,
): Promise<Omit<SelfTest, "limitsMemory"> | string> {
  const directory = temporaryDirectory();
  const probe = await openProbePort();
  try {
    const places = makeProbeDirectories(directory.path);
    const request = probeIn(places, trial, probe.port, group?.limitsProcesses === true);
    const around = trial.mounts && candidate.unshare ? behindMount(spawn, candidate.unshare, places.mounted) : spawn;
    const outcome = await runInSandbox(candidate, request, around, group);
    const answer = outcome.ended === "exited" ? readAnswer(outcome.stdout) : undefined;
    if (answer === undefined) return outcome.reason ?? firstErrorLine(outcome.stderr);
    const { held, limitsCalls } = answer;
    const untested = [...(trial.mounts ? [] : ["mounts" as const]), ...(trial.writes ? [] : ["protected" as const])];
    const checks: SandboxChecks = {
      ...held,
      network: held.network && probe.isReachable && probe.visits() === 0,
      protected: trial.writes && keptProtected(places.written, outcome),
    };
    return { level: levelOf(checks, untested), checks, untested, limitsCalls };
  } finally {
    probe.close();
    directory.remove();
  }
}

interface ProbeDirectories {
  readonly home: string;
  readonly shown: string;
  readonly mounted: string;
  readonly written: string;
  /** Programs that make one system call each, and the error with which a filter refuses it. */
  readonly calls: readonly (readonly [path: string, error: number])[];
}

function makeProbeDirectories(directory: string): ProbeDirectories {
  const [home, shown, written] = ["home", "shown", "written"].map((name) => `${directory}/${name}`) as [
    string,
    string,
    string,
  ];
  const mounted = `${shown}/mounted`;
  for (const path of [home, mounted, `${written}/replaced`]) makeDirectories(path);
  for (const path of [`${home}/canary`, `${written}/replaced/old`]) writeNewFile(path, Buffer.from("canary"), 0o600);
  const calls = REFUSED_CALLS[process.arch]?.map(([number, args, error], at) => {
    const path = `${shown}/call-${at}`;
    writeNewFile(path, callProgram(number, args) ?? new Uint8Array(), 0o700);
    return [path, error] as const;
  });
  return { home, shown, mounted, written, calls: calls ?? [] };
}

const AF_VSOCK = 40;

/**
 * Makes the calls `socket` for a hypervisor, and `setns`, which every kernel supports. Without a filter, `setns` fails
 * because descriptor -1 is invalid.
 */
const REFUSED_CALLS: Readonly<Record<string, readonly (readonly [number, readonly number[], number])[]>> = {
  x64: [
    [41, [AF_VSOCK, 1, 0], 97],
    [308, [-1, 0], 1],
  ],
  arm64: [
    [198, [AF_VSOCK, 1, 0], 97],
    [268, [-1, 0], 1],
  ],
};

function probeIn(places: ProbeDirectories, trial: Trial, port: number, isGrouped: boolean): CommandRequest {
  const { home, shown, written, calls } = places;
  const variables = { PATH: "/usr/bin:/bin" };
  const names = Object.keys(process.env).filter((name) => !(name in variables) && !SET_BY_SHELLS.has(name));
  const task = {
    ...{ home, shown, calls, port, names, isGrouped, environment: environmentDigest(), masked: MASKED_PATHS },
    ...{ maxProcesses: MAX_PROCESSES, written: trial.writes ? written : "" },
  };
  return {
    program: process.execPath,
    args: ["-e", PROBE_SOURCE, "--", JSON.stringify(task)],
    cwd: shown,
    variables,
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    confinement: { read: [shown], write: trial.writes ? [written] : [], network: false },
  };
}

/** Runs programs with a read-only directory that contains another mount. */
function behindMount(spawn: BoundSpawn, unshare: string, mounted: string): BoundSpawn {
  const words = ["--user", "--map-root-user", "--mount", "/bin/sh", "-c", MOUNT, "sh", mounted];
  return (program, args, options) => spawn(unshare, [...words, program, ...args], options);
}

const MOUNT = `PATH=$PATH:/usr/sbin:/sbin mount -t tmpfs -o mode=755 tmpfs "$1" && : > "$1/canary" && shift && exec "$@"`;

/**
 * Returns true if the plain change and the replaced directory were copied, and the change of the protected name was not
 * copied.
 */
function keptProtected(written: string, { ended }: CommandOutcome): boolean {
  const arrived = entryKindAt(`${written}/plain`) !== undefined && !entryKindAt(`${written}/replaced/old`);
  return ended === "exited" && arrived && !entryKindAt(`${written}/new/.claude`);
}

/** Variables that every shell sets. Paths of homes are checked by their content. */
const SET_BY_SHELLS: ReadonlySet<string> = new Set(["HOME", "OLDPWD", "PWD", "SHLVL", "TMPDIR", "_"]);

/** Compares variables by digest, because the test must not reveal their values. */
function environmentDigest(): string {
  const own = ownEnvironment();
  return own === "" ? "" : createHash("sha256").update(own, "latin1").digest("hex");
}

function readAnswer(stdout: string): { readonly held: SandboxChecks; readonly limitsCalls: boolean } | undefined {
  const said = parseJson(stdout);
  if (!isMap(said)) return undefined;
  const held = Object.fromEntries(SANDBOX_CHECKS.map((check) => [check, said[check] === true])) as Record<
    SandboxCheck,
    boolean
  >;
  return { held, limitsCalls: said["calls"] === true };
}

/** Returns the level of a result. Partial isolation is useful, but is not called a sandbox. */
function levelOf(checks: SandboxChecks, untested: readonly SandboxCheck[]): SandboxProvider["level"] {
  if (SANDBOX_CHECKS.every((check) => checks[check] || untested.includes(check))) return "isolated";
  return checks.home && checks.network ? "partial" : "none";
}
