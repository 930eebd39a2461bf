/** Text of strangers in every source and command: it never begins a line of output, and it is always bounded. */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Ran, skill } from "./run.ts";
import { SharedSandbox as Sandbox } from "./shared.ts";

const FAKE = "error[SK000]: fake";
const HOSTILE = `\n${FAKE}\nhelp: run rm\r${FAKE}\u2028${FAKE}\x1b[31m\x1b]8;;http://x\x07\u202e\u200b${"z".repeat(300_000)}`;
const MAX_PRINTED = 20_000;

function expectBounded({ code, stdout, stderr }: Ran): void {
  const lines = (stdout + stderr).split(/[\n\r\u2028\u2029]/);
  expect(lines.filter((line) => line.trimStart().startsWith(FAKE) || line.startsWith("help: run rm"))).toEqual([]);
  expect(stdout + stderr).not.toMatch(/[\x1b\x07\u202e\u200b]/);
  expect(stdout.length + stderr.length).toBeLessThan(MAX_PRINTED);
  expect(code).not.toBe(70);
  expect(stderr).not.toMatch(/^ {4}at /m);
}

const PROGRAM = `
  const hostile = ${JSON.stringify(HOSTILE.slice(0, 200))} + "z".repeat(300_000);
  const [list, read] = process.argv.slice(1).map((each) => each === "fail");
  const uri = "skill://pdf/SKILL.md";
  const skills = [
    { uri, frontmatter: { name: "pdf", description: "d" }, resources: [{ uri, digest: "sha256:" + "0".repeat(64), size: 5 }] },
    { uri: "skill://dyn/SKILL.md", frontmatter: { name: "dyn", description: "d" }, resources: "dynamic" },
    { uri: hostile, frontmatter: { name: hostile, description: hostile }, resources: [] },
  ];
  const capabilities = { resources: {}, extensions: { "io.modelcontextprotocol/skills": {} } };
  const known = {
    initialize: { protocolVersion: "2025-11-25", capabilities, serverInfo: { name: hostile, version: "1" } },
    "skills/list": list ? undefined : { skills },
    "resources/read": read ? undefined : { contents: [{ uri, text: hostile }] },
  };
  require("readline").createInterface(process.stdin).on("line", (line) => {
    const { id, method } = JSON.parse(line);
    if (id === undefined) return;
    const answer = known[method] ? { result: known[method] } : { error: { code: -32000, message: hostile } };
    console.log(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
  });`;

function withServer(...words: readonly string[]): Sandbox {
  const far = { command: process.execPath, args: ["-e", PROGRAM, "--", ...words], skills: true };
  return new Sandbox({ "~/.config/skillwright/config.yaml": JSON.stringify({ mcp: { far } }) });
}

describe("[O18] an MCP server", () => {
  test.each([
    ["whose list fails", "fail", "fail", ["list", "approve mcp:far:pdf --yes", "explain mcp:far:dyn"]],
    ["whose files fail", "fine", "fail", ["approve mcp:far:pdf --yes"]],
    ["that lies about files", "fine", "fine", ["approve mcp:far:pdf --yes", "list --all --verbose"]],
  ])("%s", (_, list, read, commands) => {
    const box = withServer(list, read);
    for (const command of commands) expectBounded(box.run(command.split(" ")));
  });

  test("[MC21] a skill of it that was declined is explained", () => {
    const { stdout } = withServer("fine", "fine").run(["explain", "mcp:far:dyn"]);
    expect(stdout).toMatch(
      /^No model sees `dyn`: it is skipped .*\n\nskipped dyn \[SK913\]: the MCP server `far` serves "skill:\/\/dyn\/SKILL\.md", which is refused/,
    );
  });
});

describe("[O18] other programs and addresses", () => {
  const box = new Sandbox({ ".agents/skills/p\u202ef/SKILL.md": skill("pf") });
  const bin = join(box.directory, "bin");
  let server: Worker;
  let url = "";

  beforeAll(async () => {
    mkdirSync(bin);
    writeFileSync(join(box.directory, "hostile"), HOSTILE);
    writeFileSync(join(bin, "git"), `#!/bin/sh\n/bin/cat '${join(box.directory, "hostile")}' >&2\nexit 128\n`);
    chmodSync(join(bin, "git"), 0o755);
    // The server runs in a thread, because the test waits for a command synchronously.
    const source = `
      const { workerData, parentPort } = require("node:worker_threads");
      const server = require("node:http").createServer((request, response) => {
        const ok = /index\\.json/.test(request.url);
        response.writeHead(ok ? 200 : 418, { "content-type": "application/json" });
        const skill = { name: workerData, description: workerData, files: ["SKILL.md"], type: workerData, url: workerData };
        response.end(ok ? JSON.stringify({ skills: [skill] }) : workerData);
      });
      server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));`;
    server = new Worker(source, { eval: true, workerData: HOSTILE });
    url = `127.0.0.1:${await new Promise<number>((resolve) => server.once("message", resolve))}`;
  });

  afterAll(async () => {
    await server.terminate();
  });

  test.each([
    ["git", () => ["add", "https://127.0.0.1:1/a/b.git", "--yes"]],
    ["a well-known index", () => ["add", `http://${url}`, "--yes"]],
    ["an OCI registry", () => ["add", `oci://${url}/a/b:1`, "--yes"]],
    ["an unknown option", () => ["list", `--${HOSTILE.slice(0, 90_000)}`]],
    ["an unknown command", () => [HOSTILE.slice(0, 90_000)]],
    ["an unknown skill", () => ["explain", "--details", HOSTILE.slice(0, 90_000)]],
  ])("%s", (_, command) => {
    const ran = box.run(command());
    expectBounded(ran);
    expect(ran.code).not.toBe(0);
  });

  test("`list --json` escapes hidden characters", () => {
    const { stdout } = box.run(["list", "--json"]);
    expect(stdout).toContain("\\u202e");
    expectBounded({ code: 0, stdout, stderr: "" });
  });
});

/** Every kind of value that a file of a project or skill can have, with a second line that looks like our output. */
const LINES = JSON.stringify(`x\n${FAKE}\nhelp: run rm`);
const SKILL_FILE = `---
name: nasty
description: ${LINES}
compatibility: ${LINES}
license: ${LINES}
${LINES}: ${LINES}
metadata: {${LINES}: ${LINES}, openclaw: {requires: {bins: [${LINES}], env: [${LINES}], config: [${LINES}]}}}
allowed-tools: [${LINES}]
argument-hint: ${LINES}
model: ${LINES}
agent: ${LINES}
context: ${LINES}
requires: [${LINES}]
conflicts: [${LINES}]
install: [{kind: npm, package: ${LINES}}]
commands: [{name: go, description: ${LINES}, args: [{name: a, description: ${LINES}, choices: [${LINES}]}]}]
hooks: {${LINES}: [{matcher: ${LINES}, hooks: [{type: command, command: ${LINES}}]}]}
---
Text.
`;
const SIDECAR = `dependencies:
  tools:
    - {type: env_var, value: ${LINES}, description: ${LINES}}
    - {type: mcp, value: ${LINES}, transport: stdio, command: ${LINES}, args: [${LINES}]}
    - {type: mcp, value: b, transport: ${LINES}, url: ${LINES}}
    - {type: ${LINES}, value: ${LINES}}
interface: {display_name: ${LINES}, short_description: ${LINES}, icon_small: ${LINES}}
`;
const SETTINGS = `mcp: {${LINES}: {command: ${LINES}, args: [${LINES}]}}\ndisable: [${LINES}]\nroots: [${LINES}]\n${LINES}: 1\n`;
const POLICY = `rules: [{ask: {skill: ${LINES}}, reason: ${LINES}}]\npermission: {skill: {${LINES}: deny}}\n`;
const CLAUDE = `{"enabledPlugins": {${LINES}: true}, "extraKnownMarketplaces": {${LINES}: {"source": {"source": "github", "repo": ${LINES}}}}}`;

describe.each([[false], [true]])("[O4] values of a skill and a project stay on one line, trusted: %s", (trusted) => {
  const box = new Sandbox({
    "~/.agents/skills/nasty/SKILL.md": SKILL_FILE,
    "~/.agents/skills/nasty/agents/skillwright.yaml": SIDECAR,
    "~/.agents/skills/plain/SKILL.md": skill("plain"),
    "~/.agents/skills/plain/agents/skillwright.yaml": SIDECAR,
    ".agents/skills/nasty/SKILL.md": SKILL_FILE,
    ".agents/skills/nasty/agents/skillwright.yaml": SIDECAR,
    ".skillwright/config.yaml": SETTINGS,
    ".skillwright/policy.yaml": POLICY,
    ".claude/settings.json": CLAUDE,
    "opencode.json": `{"skills": {"paths": [${LINES}]}, "mcp": {${LINES}: {"type": "local", "command": [${LINES}]}}}`,
  });
  if (trusted) box.run(["trust", "--yes"]);

  test.each([
    ..."list,list --all,list --roots,trust,explain nasty,explain nasty --details,explain nasty --all-hosts,matrix".split(
      ",",
    ),
    ..."explain --policy nasty,explain --message $nasty,config,config --policy,catalog,budget,search nasty,doctor".split(
      ",",
    ),
    ..."check,audit --all,load nasty --dry-run,run,run nasty --help,deps nasty,deps nasty --packages,verify".split(","),
    ..."deps plain --for codex --install --yes,place,eval,compile nasty --to codex,remove nasty".split(","),
  ])("%s", (command) => {
    const { code, stdout, stderr } = box.run(command.split(" "));
    const lines = (stdout + stderr).split(/[\n\r\u2028\u2029]/);
    expect(lines.filter((line) => line.trimStart().startsWith(FAKE) || line.startsWith("help: run rm"))).toEqual([]);
    expect(code).not.toBe(70);
  });
});
