/** What this machine can keep apart. Tests that need it are skipped, with a line, where it can not. */

import type { SandboxProvider } from "../../src/model/control.ts";
import { nodeEnvironment } from "../../src/platform/environment.ts";
import { programFinder } from "../../src/platform/find-binary.ts";
import { nodeFiles } from "../../src/platform/node-files.ts";
import { nodeSpawn } from "../../src/platform/node-spawn.ts";
import { bubblewrap } from "../../src/sandbox/bubblewrap.ts";
import { selfTest } from "../../src/sandbox/self-test.ts";
import { unshare } from "../../src/sandbox/unshare.ts";
import { type Candidate, providerOf } from "../../src/sandbox/wrapped.ts";

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
