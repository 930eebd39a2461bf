/**
 * Returns the first provider that isolates commands on this machine, with the level that its self-test found. If no
 * provider isolates commands, it returns a provider of level `none`, which only cleans the environment. The settings
 * decide whether that is enough.
 */
import type { SandboxProvider } from "../../model/conversation/control.ts";
import { type Environment, withSafePath } from "../../platform/environment.ts";
import type { Files } from "../../platform/files/files.ts";
import type { BoundSpawn } from "../../platform/processes/bound/bound-spawn.ts";
import { NO_PATH_MESSAGE, programFinder, searchPath } from "../../platform/processes/find-binary.ts";
import { bareCandidate } from "./bare.ts";
import { bubblewrapCandidate, oldBubblewrapCandidate } from "./bubblewrap.ts";
import { seatbeltCandidate } from "./seatbelt.ts";
import { SANDBOX_CHECKS, type SandboxChecks, type SelfTest, selfTest, UNTESTED_SANDBOX } from "./self-test.ts";
import { unshareCandidate } from "./unshare.ts";
import { providerOf, type SandboxCandidate } from "./wrapped.ts";

/** The sandbox of this machine, and the results of its self-test. */
export interface SandboxReport {
  readonly provider: string;
  readonly level: SandboxProvider["level"];
  readonly checks: SandboxChecks;
  /** Checks that could not run on this machine. Their results are unknown. */
  readonly untested: SelfTest["untested"];
  /** Resources and interfaces of the kernel that a command can use without a limit. */
  readonly unlimited: readonly string[];
  /** Other providers that were tried, with the reasons why they are not used. */
  readonly tried: readonly { readonly provider: string; readonly reason: string }[];
}

export interface OpenedSandbox {
  readonly provider: SandboxProvider;
  readonly report: SandboxReport;
}

export interface OpenSandboxOptions {
  readonly environment: Environment;
  readonly files: Files;
  readonly spawn: BoundSpawn;
}

/** Returns the first provider that isolates commands. If there is none, returns the provider without isolation. */
export async function openSandbox({ environment, files, spawn }: OpenSandboxOptions): Promise<OpenedSandbox> {
  const tried: SandboxReport["tried"][number][] = [];
  for (const { name, make, older } of CANDIDATES[environment.platform]) {
    const find = programFinder({ ...environment, variables: withSafePath(environment.variables) }, files);
    const program = find(name);
    if (program === undefined) {
      const absent = searchPath(environment).length > 0 ? "it is not installed" : `it is not found: ${NO_PATH_MESSAGE}`;
      tried.push({ provider: name, reason: absent });
      continue;
    }
    for (const candidate of [make, ...(older ? [older] : [])].map((each) => each(program, find("unshare")))) {
      const test = await selfTest(candidate, spawn);
      if (test.level === "isolated") return opened(candidate, test, tried, spawn);
      tried.push({ provider: candidate.name, reason: reasonOf(test) });
      if (!UNKNOWN_OPTION.test(test.failed ?? "")) break;
    }
  }
  return opened(bareCandidate(environment.platform), UNTESTED_SANDBOX, tried, spawn);
}

const UNKNOWN_OPTION = /unknown option/i;

type Tried = SandboxReport["tried"];

function opened(candidate: SandboxCandidate, test: SelfTest, tried: Tried, spawn: BoundSpawn): OpenedSandbox {
  const { level, checks, untested } = test;
  const provider = providerOf(candidate, level, spawn);
  return { provider, report: { provider: candidate.name, level, checks, untested, unlimited: unlimited(test), tried } };
}

function unlimited({ checks, limitsMemory, limitsCalls }: SelfTest): readonly string[] {
  return [
    ...(checks.processes ? [] : ["processes"]),
    ...(limitsMemory ? [] : ["memory"]),
    ...(limitsCalls ? [] : ["system calls", "sockets to a hypervisor (AF_VSOCK)"]),
    ...["processor time", "disk space in writable directories"],
  ];
}

function reasonOf({ failed, checks, untested }: SelfTest): string {
  if (failed !== undefined) return `it does not work here: ${failed}`;
  const open = SANDBOX_CHECKS.filter((check) => !checks[check] && !untested.includes(check));
  return `its self-test failed: ${open.join(", ")}`;
}

interface Named {
  /** Name of the program. */
  readonly name: string;
  readonly make: (program: string, unshare?: string) => SandboxCandidate;
  /** The provider for an older version of the program, which lacks some options. */
  readonly older?: (program: string, unshare?: string) => SandboxCandidate;
}

const CANDIDATES: Readonly<Record<Environment["platform"], readonly Named[]>> = {
  linux: [
    { name: "bwrap", make: bubblewrapCandidate, older: oldBubblewrapCandidate },
    { name: "unshare", make: unshareCandidate },
  ],
  darwin: [{ name: "sandbox-exec", make: seatbeltCandidate }],
  win32: [],
};
