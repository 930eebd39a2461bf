/**
 * The sandboxes of this machine. If a sandbox does not work here, its suites are skipped with the reason. If the
 * machine has everything that the sandbox needs, its suites fail instead: otherwise a broken sandbox would go
 * unnoticed.
 */
import { spawnSync } from "node:child_process";
import type { SandboxProvider } from "../../../src/model/conversation/control.ts";
import { nodeEnvironment } from "../../../src/platform/environment.ts";
import { nodeFiles } from "../../../src/platform/files/node-files.ts";
import { openLimitGroup } from "../../../src/platform/processes/bound/limits.ts";
import { programFinder } from "../../../src/platform/processes/find-binary.ts";
import { nodeSpawn } from "../../../src/platform/processes/node-spawn.ts";
import { temporaryDirectory } from "../../../src/platform/writing/write-tree.ts";
import { bubblewrapCandidate } from "../../../src/run/sandbox/bubblewrap.ts";
import { selfTest } from "../../../src/run/sandbox/self-test.ts";
import { unshareCandidate } from "../../../src/run/sandbox/unshare.ts";
import { providerOf, type SandboxCandidate } from "../../../src/run/sandbox/wrapped.ts";
import { onlyIf } from "../../needs.ts";

export interface SandboxHere {
  /** The program that makes the sandbox. */
  readonly program: string;
  readonly candidate?: SandboxCandidate;
  readonly provider?: SandboxProvider;
  /** The reason why there is no provider. */
  readonly missing: string;
}

const find = programFinder(nodeEnvironment(), nodeFiles);

/** Sandboxes in the order of Skillwright's preference. */
export const sandboxes: readonly SandboxHere[] = [
  await look("bwrap", bubblewrapCandidate),
  await look("unshare", unshareCandidate),
];

/** The sandboxes that work on this machine. */
export const providers: readonly SandboxProvider[] = sandboxes.flatMap(({ provider }) => provider ?? []);

async function look(program: string, make: (path: string) => SandboxCandidate): Promise<SandboxHere> {
  const path = find(program);
  if (path === undefined) return { program, missing: `${program} is not installed` };
  const candidate = make(path);
  const { level, untested, failed = "its self-test found a way out" } = await selfTest(candidate, nodeSpawn);
  const isComplete = level === "isolated" && untested.length === 0;
  if (!isComplete && allowsSandbox(path)) throw new Error(`${program} is allowed here, but does not work: ${failed}`);
  if (level !== "isolated") return { program, missing: `${program} does not work here: ${failed}` };
  return { program, candidate, provider: providerOf(candidate, level, nodeSpawn), missing: "" };
}

/**
 * Returns whether this machine allows namespaces, mounts, overlays and, for root, a process limit. Uses none of our
 * code.
 */
function allowsSandbox(program: string): boolean {
  const directory = temporaryDirectory();
  const limits = openLimitGroup();
  try {
    const overlay = "mkdir a b c d && mount -t overlay o -o lowerdir=a,upperdir=b,workdir=c,userxattr d";
    const options = "--user --map-root-user --mount --net --ipc --uts --pid --fork --mount-proc".split(" ");
    const runs = [[find("unshare") ?? "unshare", ...options, "sh", "-c", overlay]];
    if (program.endsWith("bwrap")) runs.push([program, ..."--unshare-all --ro-bind / / --proc /proc true".split(" ")]);
    const areRun = runs.every(([name = "", ...args]) => spawnSync(name, args, { cwd: directory.path }).status === 0);
    return areRun && (process.getuid?.() !== 0 || limits.limitsProcesses);
  } finally {
    limits.remove();
    directory.remove();
  }
}

/** Runs the suite once for each sandbox. `title` comes before the name of the program. */
export function throughEach(
  title: string,
  suite: (provider: SandboxProvider, candidate: SandboxCandidate) => void,
): void {
  for (const { program, provider, candidate, missing } of sandboxes)
    onlyIf(provider !== undefined, missing).describe(`${title} ${program}`, () => {
      if (provider && candidate) suite(provider, candidate);
    });
}
