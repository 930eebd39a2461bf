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
