/** A program that runs as another user: self-tests and attacks in a sandbox. Arguments: kind, program, directory. */
import { nodeSpawn } from "../../../src/platform/processes/node-spawn.ts";
import { bubblewrapCandidate } from "../../../src/run/sandbox/bubblewrap.ts";
import { selfTest } from "../../../src/run/sandbox/self-test.ts";
import { unshareCandidate } from "../../../src/run/sandbox/unshare.ts";
import { providerOf } from "../../../src/run/sandbox/wrapped.ts";
import { attack } from "./attacks.ts";
import { attemptAll } from "./attempts.ts";

const [, , kind, program = "", directory = ""] = process.argv;
const candidate = kind === "bwrap" ? bubblewrapCandidate(program) : unshareCandidate(program);
const test = await selfTest(candidate, nodeSpawn);
const provider = providerOf(candidate, test.level, nodeSpawn);
const attempts = [
  await attemptAll(provider, `${directory}/existing`, true),
  await attemptAll(provider, `${directory}/missing`, false),
];
const attacked = await attack(provider, `${directory}/attacked`);
process.stdout.write(JSON.stringify({ test, attempts, attacked }));
