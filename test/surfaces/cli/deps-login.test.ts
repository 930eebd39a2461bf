import { spawn } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { type AuthServer, openAuthServer } from "../../catalog/servers/login/auth-server.ts";
import { withFrameworks } from "../adapters/frameworks.ts";
import { bin } from "./run.ts";
import { SharedSandbox as Sandbox } from "./shared.ts";

const { describe, test } = withFrameworks;

let server: AuthServer;
beforeAll(async () => {
  server = await openAuthServer();
});
afterAll(() => server.close());

function project(): Sandbox {
  const sandbox = new Sandbox({
    ".agents/skills/triage/SKILL.md": "---\nname: triage\ndescription: Use when issues come in.\n---\nSort them.\n",
    ".agents/skills/triage/agents/openai.yaml": `dependencies:\n  tools:\n    - type: mcp\n      value: tracker\n      url: ${server.url}\n`,
  });
  sandbox.run(["trust", "--yes"]);
  return sandbox;
}

/** Runs the command, and opens the shown address as a browser would. */
async function loggingIn(sandbox: Sandbox, args: readonly string[]): Promise<{ code: number | null; stdout: string }> {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: sandbox.project,
    env: { PATH: join(sandbox.directory, "bin"), HOME: sandbox.home },
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (data) => {
    stdout += data;
  });
  child.stderr.on("data", (data) => {
    stderr += data;
    const address = /^ {2}(http:\S+)\n/m.exec(stderr)?.[1];
    if (address !== undefined) {
      stderr = "";
      void server.browse(address);
    }
  });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, stdout };
}

describe("deps --login", () => {
  test("[DP17] logs in to the servers of a skill, and keeps that for the user alone", async () => {
    const sandbox = project();
    expect(await loggingIn(sandbox, ["deps", "triage", "--login"])).toEqual({
      code: 0,
      stdout: "tracker: logged in\n",
    });
    const kept = sandbox.path("~/.local/share/skillwright/mcp-logins.json");
    const { logins } = JSON.parse(readFileSync(kept, "utf8"));
    expect([statSync(kept).mode & 0o777, Object.keys(logins)]).toEqual([0o600, [server.url]]);
    const headers = { authorization: `Bearer ${logins[server.url].tokens.access_token}` };
    expect(await server.call(headers)).toEqual({ status: 200, text: "3 issues" });
    const again = await loggingIn(sandbox, ["deps", "triage", "--login", "--json"]);
    expect(JSON.parse(again.stdout)).toEqual({
      schema: 2,
      logins: [{ name: "tracker", url: server.url, outcome: "logged-in" }],
    });
  });

  test.each(["SIGINT", "SIGTERM"] as const)(
    "[DP17] %s while it waits: it ends, and nothing is left",
    async (signal) => {
      const sandbox = project();
      const child = spawn(process.execPath, [bin, "deps", "triage", "--login"], {
        cwd: sandbox.project,
        env: { PATH: join(sandbox.directory, "bin"), HOME: sandbox.home },
      });
      const address = await new Promise<string>((resolve) => {
        let said = "";
        child.stderr.on("data", (data) => {
          said += data;
          const found = /^ {2}(http:\S+)\n/m.exec(said)?.[1];
          if (found !== undefined) resolve(found);
        });
      });
      child.kill(signal);
      const ended = await new Promise<unknown>((resolve) => child.on("exit", (_code, by) => resolve(by)));
      expect([ended, existsSync(sandbox.path("~/.local/share/skillwright"))]).toEqual([signal, false]);
      await expect(fetch(new URL(address).searchParams.get("redirect_uri") ?? "")).rejects.toThrow();
    },
  );

  test("[DP17] other hosts have logins of their own", async () => {
    expect(await loggingIn(project(), ["deps", "triage", "--login", "--for", "codex"])).toEqual({
      code: 0,
      stdout: "tracker: requires a login; log in with `codex mcp login tracker`\n",
    });
  });
});
