// Runs `skillwright agent` with a model on this machine: one task, then the same conversation again. Checks the
// messages that the model received.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startModel } from "./agent/loopback.mjs";

const { url, requests, stop } = await startModel();
const here = mkdtempSync(join(tmpdir(), "skillwright-agent-"));

async function agent(...words) {
  const command = [join(import.meta.dirname, "../dist/bin.cjs"), "agent", ...words];
  const endpoint = ["--base-url", url.replace("/chat/completions", ""), "--model", "mock"];
  const skills = ["--root", join(import.meta.dirname, "agent/skills"), "--no-default-skills"];
  const { stdout } = await promisify(execFile)(process.execPath, [...command, ...endpoint, ...skills], {
    cwd: here,
    env: { PATH: process.env.PATH, HOME: here },
  });
  return stdout;
}

assert.equal(await agent("Please fill in the forms of our visitors"), "read 4 messages\n");
// The model called the tool.
assert.match(requests[1].messages.at(-1).content, /^<skill name="forms".*Ask for the table first/s);

assert.equal(await agent("/release 2.1.0", "--resume", "last"), "read 7 messages\n");
// The user called a skill with arguments.
assert.match(requests[2].messages.at(-2).content, /^<skill name="release".*Tag the commit `v2\.1\.0`/s);

const events = (await agent("Those forms once more", "--resume", "last", "--json")).trim().split("\n").map(JSON.parse);
assert.equal(events.find(({ type }) => type === "session").resumed, 7);
// The skill was not sent twice.
assert.match(events.find(({ type }) => type === "tool-result").content, /is loaded already, since turn 1/);
assert.equal(events.at(-1).ended, "answered");

stop();
rmSync(here, { recursive: true, force: true });
console.log(`3 turns in one conversation, ${requests.length} requests, ${events.length} events of the last`);
