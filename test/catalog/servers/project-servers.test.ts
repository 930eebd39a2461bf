import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { McpSetting } from "../../../src/catalog/config/mcp-servers.ts";
import { type LoadOptions, loadSkills } from "../../../src/catalog/load/load.ts";
import {
  describeServer,
  openProjectServers,
  type ProjectServerView,
} from "../../../src/catalog/servers/project-servers.ts";
import type { Question } from "../../../src/model/conversation/control.ts";
import type { AgentEvent } from "../../../src/surfaces/agent/events.ts";
import { allowedServers } from "../../../src/surfaces/agent/mcp/servers.ts";

function place(files: Readonly<Record<string, unknown>>, home?: string) {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "test-")));
  const write = (changed: Readonly<Record<string, unknown>>): void => {
    for (const [name, value] of Object.entries(changed)) {
      mkdirSync(dirname(join(directory, name)), { recursive: true });
      writeFileSync(join(directory, name), typeof value === "string" ? value : JSON.stringify(value));
    }
  };
  write({ "project/.git/HEAD": "", ...files });
  const cwd = join(directory, "project");
  const variables = home === undefined ? {} : { SKILLWRIGHT_HOME: join(directory, home) };
  const environment = { cwd, home: join(directory, "home"), platform: "linux" as const, variables };
  const options: LoadOptions = { cwd, environment, trust: "all", defaultSkills: false };
  const open = async () => {
    const { config, snapshot } = await loadSkills(options);
    return { ...openProjectServers(config, options), config, snapshot };
  };
  return { write, open };
}

const CONFIG = "project/.skillwright/config.yaml";
const USER = "home/.config/skillwright/config.yaml";
const PROGRAM = { command: "run", args: ["a"], env: { A: "1", B: "${X}" } };
const ADDRESS = { url: "https://a.example/mcp", headers: { K: "v" } };

describe("[K12] the digest of a definition", () => {
  const changes: readonly (readonly [what: string, before: McpSetting, after: McpSetting])[] = [
    ["the command", PROGRAM, { ...PROGRAM, command: "other" }],
    ["an argument", PROGRAM, { ...PROGRAM, args: ["b"] }],
    ["one argument more", PROGRAM, { ...PROGRAM, args: ["a", "b"] }],
    ["where arguments end", { command: "run", args: ["a b"] }, { command: "run", args: ["a", "b"] }],
    ["the directory", PROGRAM, { ...PROGRAM, cwd: "sub" }],
    ["a value", PROGRAM, { ...PROGRAM, env: { ...PROGRAM.env, A: "2" } }],
    ["a variable", PROGRAM, { ...PROGRAM, env: { ...PROGRAM.env, B: "${Y}" } }],
    ["one value more", PROGRAM, { ...PROGRAM, env: { ...PROGRAM.env, LD_PRELOAD: "x.so" } }],
    ["no values", PROGRAM, { command: "run", args: ["a"] }],
    ["the address", ADDRESS, { ...ADDRESS, url: "https://b.example/mcp" }],
    ["a header", ADDRESS, { ...ADDRESS, headers: { K: "w" } }],
    ["an address in the place of a program", PROGRAM, ADDRESS],
    ["a program in the place of an address", ADDRESS, PROGRAM],
  ];

  test.each(changes)("changes with %s, and asks again", async (_, before, after) => {
    const { write, open } = place({ [CONFIG]: { mcp: { s: before } } });
    const first = await open();
    await first.allow(first.servers[0] as ProjectServerView);
    expect((await open()).servers.map(({ state }) => state)).toEqual(["allowed"]);
    write({ [CONFIG]: { mcp: { s: after } } });
    expect((await open()).servers.map(({ state }) => state)).toEqual(["changed"]);
    write({ [CONFIG]: { mcp: { t: before } } });
    expect((await open()).servers.map(({ state }) => state)).toEqual(["new"]);
  });

  test("does not depend on the order of keys", async () => {
    const { write, open } = place({ [CONFIG]: { mcp: { s: PROGRAM } } });
    const first = await open();
    await first.allow(first.servers[0] as ProjectServerView);
    write({ [CONFIG]: { mcp: { s: { env: { B: "${X}", A: "1" }, args: ["a"], command: "run" } } } });
    expect((await open()).servers.map(({ state }) => state)).toEqual(["allowed"]);
  });
});

describe("[K12] servers of a project and of the user", () => {
  test("are kept apart: the user's wins by name, and no file can claim to be the user's", async () => {
    const { open } = place({
      [CONFIG]: { mcp: { both: PROGRAM, own: ADDRESS } },
      [USER]: { mcp: { both: { command: "mine" } } },
    });
    const { config, servers, snapshot } = await open();
    expect(config.mcp).toEqual({ both: { command: "mine" } });
    expect(servers.map(({ name }) => name)).toEqual(["own"]);
    expect(snapshot.diagnostics.map(({ message }) => message)).toContain(
      "`mcp.both` is not used: your own configuration has a server of this name",
    );
  });

  const similar = [
    "files__x",
    "files_",
    "_files",
    "__",
    "a b__c",
    "my_files",
    "MY_FILES",
    "my",
    "é",
    "a.b",
    "",
    "x".repeat(41),
  ];
  test.each(similar)(
    "a project's server `%s`, whose tools a rule for another server could match, is not used",
    async (name) => {
      const { open } = place({
        [CONFIG]: { mcp: { [name]: PROGRAM } },
        [USER]: { mcp: { files: ADDRESS, "my files": ADDRESS, my__notes: ADDRESS } },
      });
      const { servers, snapshot } = await open();
      expect(servers).toEqual([]);
      expect(snapshot.diagnostics.map(({ code, message }) => `${code} ${message}`).join("\n")).toMatch(
        /SK033 `mcp\..*` is not used: its tools could have the same names as the tools of /,
      );
    },
  );

  test.each(["file", "files-x", "file_s", "a_b_c", "FILES2", "x".repeat(40)])(
    "a project's server `%s` is used",
    async (name) => {
      const { open } = place({ [CONFIG]: { mcp: { [name]: PROGRAM } }, [USER]: { mcp: { files: ADDRESS } } });
      expect((await open()).servers.map((server) => server.name)).toEqual([name]);
    },
  );

  test.each([
    ["not JSON", "{"],
    ["empty", ""],
    ["of another version", { schema: 2, servers: {} }],
    ["with a wrong entry", { schema: 1, servers: { a: 1 } }],
  ])("decisions that are %s allow nothing, and are not written over", async (_, text) => {
    const { write, open } = place({ [CONFIG]: { mcp: { s: PROGRAM } } });
    const first = await open();
    await first.allow(first.servers[0] as ProjectServerView);
    write({ "home/.config/skillwright/server-programs.json": text });
    const { servers, diagnostics, allow } = await open();
    expect([servers[0]?.state, diagnostics.map(({ code }) => code)]).toEqual(["new", ["SK530"]]);
    await expect(allow(servers[0] as ProjectServerView)).rejects.toMatchObject({ code: "SK530" });
  });

  test("decisions inside the project are not believed", async () => {
    const { write, open } = place({ [CONFIG]: { mcp: { s: PROGRAM } } }, "project/own");
    const { servers, allow } = await open();
    const [view] = servers as [ProjectServerView];
    await expect(allow(view)).rejects.toMatchObject({ code: "SK531" });
    const forged = Object.fromEntries([[JSON.stringify([view.setting.cwd, "s"]), view.digest]]);
    write({ "project/own/server-programs.json": { schema: 1, servers: forged } });
    expect((await open()).servers.map(({ state }) => state)).toEqual(["new"]);
  });
});

describe("[K12] a person who is asked", () => {
  test.each([
    ["yes", ["s"], []],
    ["no", [], ["SK531"]],
    [undefined, [], ["SK531"]],
  ])("answers %s", async (answer, names, codes) => {
    const { open } = place({
      [CONFIG]: { mcp: { s: { ...PROGRAM, args: ["\u001b[2J\nyes"] }, off: { ...PROGRAM, enabled: false } } },
    });
    const asked: Question[] = [];
    const events: AgentEvent[] = [];
    const prompter = {
      async ask(question: Question) {
        asked.push(question);
        return answer;
      },
    };
    const allowed = await allowedServers(await open(), { prompter, emit: (event) => events.push(event) });
    expect(allowed.map(({ name }) => name)).toEqual(names);
    expect(events.map((event) => "code" in event && event.code)).toEqual(codes);
    expect(asked.map(({ details }) => details)).toEqual([
      [
        "server: s",
        'runs: run "\\u001b[2J\\nyes"',
        expect.stringMatching(/^directory: \/.*\/project$/),
        "environment: A=1, B=${X}",
        "asks for your variables, and does not receive them: X",
      ],
    ]);
    expect((await open()).servers[0]?.state).toBe(answer === "yes" ? "allowed" : "new");
  });

  test("sees bounded lines", async () => {
    const { open } = place({ [CONFIG]: { mcp: { s: { command: "x", args: Array(5_000).fill("word") } } } });
    const lines = describeServer((await open()).servers[0] as ProjectServerView);
    expect(lines[1]).toMatch(/… \d+ characters more$/);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(2_050);
  });
});
