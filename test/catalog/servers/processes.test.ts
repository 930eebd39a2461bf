/** Servers leave programs behind in every possible way, and we end the server in every possible way. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "rolldown";
import { afterAll, beforeAll } from "vitest";
import { newMark, processesWith, sleepersWith } from "../../alive.ts";
import { onlyIf } from "../../needs.ts";
import { waitFor } from "../../wait.ts";

const { describe, test } = onlyIf(process.platform === "linux", "only Linux finds processes that left their group");

const PATH = process.env["PATH"] ?? "";
let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "skillwright-servers-"));
  for (const name of ["connect-server", "open-port"]) {
    const input = resolve(import.meta.dirname, `../../../src/catalog/servers/connection/${name}.ts`);
    const output = { file: join(directory, `${name}.mjs`), codeSplitting: false };
    await build({ input, platform: "node", output, logLevel: "silent" });
  }
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Starts programs that leave the process group and the session, or drop the environment. */
const LEAVE = `
  const { spawn } = require("node:child_process");
  const sleep = process.argv[1].slice(1);
  const leave = (program, args, env = process.env) => spawn(program, args, { detached: true, stdio: "ignore", env }).unref();
  const node = "require('child_process').spawn('sleep', ['" + sleep + "'], { detached: true, stdio: 'ignore' }).unref()";
  spawn("sleep", [sleep], { stdio: "ignore" });
  spawn("sleep", [sleep], { stdio: "inherit", detached: true });
  leave("sleep", [sleep]);
  leave("/bin/sh", ["-c", "exec sleep " + sleep], {});
  leave(process.execPath, ["-e", node], {});`;

/** A server that answers the requests that every client of tools sends, and returns an error for all others. */
const SERVER = `${LEAVE}
  process.stdin.on("data", (chunk) => {
    for (const line of String(chunk).split("\\n").filter(Boolean)) {
      const { id, method } = JSON.parse(line);
      const info = { capabilities: { tools: {} }, serverInfo: { name: "x", version: "1" }, protocolVersion: "2025-06-18" };
      const known = { initialize: info, "tools/list": { tools: [] } };
      if (id === undefined) continue;
      const answer = known[method] ? { result: known[method] } : { error: { code: -32601, message: "no" } };
      console.log(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
    }
  });
  setInterval(() => {}, 1000);`;

const DRIVER = {
  "for tools": `
    const { connectServer } = await import(process.argv[1]);
    const connection = await connectServer({ setting, cwd: "/", variables: process.env, timeoutMs: 60_000 });`,
  "for skills": `
    const { openServerPort } = await import(process.argv[2]);
    const port = openServerPort({ setting, cwd: "/", variables: { PATH: process.env.PATH } });
    const stop = port.listen(() => undefined);
    const connection = { close: stop };
    await port.list().catch(() => undefined);`,
};

const ENDS = {
  SIGKILL: "process.kill(process.pid, 'SIGKILL')",
  SIGTERM: "process.kill(process.pid, 'SIGTERM')",
  exit: "process.exit(0)",
  "the end of the connection": "connection.close(); setInterval(() => undefined, 1000)",
  "an exception": "setImmediate(() => { throw new Error('crash') })",
};

function run(mark: string, asker: keyof typeof DRIVER, end: string): (text: string) => void {
  const setting = { command: process.execPath, args: ["-e", SERVER, "--", `m${mark}`] };
  const source = `
    const setting = ${JSON.stringify(setting)};
    process.stdin.once("data", () => { ${end} });
    ${DRIVER[asker]}`;
  const paths = ["connect-server", "open-port"].map((name) => join(directory, `${name}.mjs`));
  const child = spawn(process.execPath, ["--input-type=module", "-e", source, "--", ...paths], {
    stdio: ["pipe", "ignore", "ignore"],
    env: { PATH },
  });
  return (text) => child.stdin?.end(text);
}

describe.each(Object.keys(DRIVER) as (keyof typeof DRIVER)[])("[MC33] a server that we asked %s", (asker) => {
  test.each(Object.entries(ENDS))("leaves no process when we end by %s", async (_, end) => {
    const mark = newMark();
    const tell = run(mark, asker, end);
    // The five programs: a child, one with our pipes, one with its own session, one without an environment, one without
    // a parent.
    await waitFor("the programs of the server", () => sleepersWith(mark).length >= 5);
    tell("now\n");
    await waitFor("their end", () => sleepersWith(mark).length === 0).finally(() => {
      for (const id of processesWith(mark)) process.kill(id, "SIGKILL");
    });
  });
});
