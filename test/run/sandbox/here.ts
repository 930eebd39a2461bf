/** What this machine can keep apart. Tests that need it are skipped, with a line, where it can not. */

import type { SandboxProvider } from "../../../src/model/conversation/control.ts";
import { nodeEnvironment } from "../../../src/platform/environment.ts";
import { nodeFiles } from "../../../src/platform/files/node-files.ts";
import { programFinder } from "../../../src/platform/processes/find-binary.ts";
import { nodeSpawn } from "../../../src/platform/processes/node-spawn.ts";
import { bubblewrap } from "../../../src/run/sandbox/bubblewrap.ts";
import { selfTest } from "../../../src/run/sandbox/self-test.ts";
import { unshare } from "../../../src/run/sandbox/unshare.ts";
import { type Candidate, providerOf } from "../../../src/run/sandbox/wrapped.ts";

const find = programFinder(nodeEnvironment(), nodeFiles);

/** Those that hold here, the better one first. */
export const providers: readonly SandboxProvider[] = await working();

async function working(): Promise<SandboxProvider[]> {
  const found: SandboxProvider[] = [];
  for (const [program, make] of [
    ["bwrap", bubblewrap],
    ["unshare", unshare],
  ] as [string, (at: string) => Candidate][]) {
    const at = find(program);
    const test = at === undefined ? undefined : await selfTest(make(at), nodeSpawn);
    if (at !== undefined && test?.level === "isolated") found.push(providerOf(make(at), "isolated", nodeSpawn));
    else console.log(`skipped: ${program} keeps nothing apart here (${test?.failed ?? "it is not installed"})`);
  }
  return found;
}
