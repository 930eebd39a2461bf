/**
 * A machine comes in; out goes the first provider that keeps commands apart here, with the level that its own test found,
 * or one of level `none` that keeps nothing apart but the environment. Whether that is enough is for a policy to say.
 */
import type { SandboxProvider } from "../../model/conversation/control.ts";
import { NO_PATH } from "../../model/values/no-path.ts";
import type { Environment } from "../../platform/environment.ts";
import type { Files } from "../../platform/files/files.ts";
import type { BoundSpawn } from "../../platform/processes/bound-spawn.ts";
import { programFinder, searchPath } from "../../platform/processes/find-binary.ts";
import { bare } from "./bare.ts";
import { bubblewrap, olderBubblewrap } from "./bubblewrap.ts";
import { seatbelt } from "./seatbelt.ts";
import { type Checks, NOTHING_HELD, type SelfTest, selfTest } from "./self-test.ts";
import { unshare } from "./unshare.ts";
import { type Candidate, providerOf } from "./wrapped.ts";

export interface SandboxReport {
  readonly provider: string;
  readonly level: SandboxProvider["level"];
  readonly checks: Checks;
  /** What else was tried, and why it is not used. */
  readonly tried: readonly { readonly provider: string; readonly reason: string }[];
}

export interface OpenedSandbox {
  readonly provider: SandboxProvider;
  readonly report: SandboxReport;
}

export interface SandboxPlace {
  readonly environment: Environment;
  readonly files: Files;
  readonly spawn: BoundSpawn;
}

/** [F1] The first that is isolated; else the bare one. */
export async function openSandbox({ environment, files, spawn }: SandboxPlace): Promise<OpenedSandbox> {
  const tried: SandboxReport["tried"][number][] = [];
  for (const { name, make, older } of CANDIDATES[environment.platform]) {
    const program = programFinder(environment, files)(name);
    if (program === undefined) {
      const absent = searchPath(environment).length > 0 ? "it is not installed" : `it is not found: ${NO_PATH}`;
      tried.push({ provider: name, reason: absent });
      continue;
    }
    for (const candidate of [make, ...(older ? [older] : [])].map((each) => each(program))) {
      const test = await selfTest(candidate, spawn);
      if (test.level === "isolated") return opened(candidate, test, tried, spawn);
      tried.push({ provider: candidate.name, reason: reasonOf(test) });
      if (!UNKNOWN_OPTION.test(test.failed ?? "")) break;
    }
  }
  return opened(bare(environment.platform), { level: "none", checks: NOTHING_HELD }, tried, spawn);
}

const UNKNOWN_OPTION = /unknown option/i;

type Tried = SandboxReport["tried"];

function opened(candidate: Candidate, { level, checks }: SelfTest, tried: Tried, spawn: BoundSpawn): OpenedSandbox {
  const provider = providerOf(candidate, level, spawn);
  return { provider, report: { provider: candidate.name, level, checks, tried } };
}

function reasonOf({ failed, checks }: SelfTest): string {
  if (failed !== undefined) return `it does not work here: ${failed}`;
  const open = Object.entries(checks).flatMap(([check, held]) => (held ? [] : [check]));
  return `its self-test found a way out: ${open.join(", ")}`;
}

interface Named {
  /** Of the program. */
  readonly name: string;
  readonly make: (program: string) => Candidate;
  /** Without what an older version of it does not know. */
  readonly older?: (program: string) => Candidate;
}

const CANDIDATES: Readonly<Record<Environment["platform"], readonly Named[]>> = {
  linux: [
    { name: "bwrap", make: bubblewrap, older: olderBubblewrap },
    { name: "unshare", make: unshare },
  ],
  darwin: [{ name: "sandbox-exec", make: seatbelt }],
  win32: [],
};
