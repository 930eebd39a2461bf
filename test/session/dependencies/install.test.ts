import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { applyServers, planServers, skillNeeds, undoServer } from "../../../src/ops/needs/skill-needs.ts";
import { needy, openNeedy, scripted, variable, web } from "./open.ts";

const FILES = needy("triage", web("linear") + web("sentry") + variable("LINEAR_TOKEN"));
const TOML = '# mine\nmodel = "gpt-5" # keep\n';

async function machine(more: Record<string, string> = {}) {
  const { tree } = await openNeedy({ ...FILES, ...more });
  const options = { environment: tree.environment, files: tree.files, trust: "all", defaultSkills: false } as const;
  return { tree, options, read: (path: string) => readFileSync(tree.at(path), "utf8") };
}

describe("servers of skills", () => {
  test("[DP13] are added one by one and removed one by one, and the file then has its old bytes", async () => {
    const { tree, options, read } = await machine({ "home/.codex/config.toml": TOML });
    const edits = await planServers({ skills: ["triage"], host: "codex" }, options);
    expect(tree.plain(edits.map(({ name, path, created, shared }) => ({ name, path, created, shared })))).toEqual([
      { name: "linear", path: "/home/.codex/config.toml", created: false, shared: false },
      { name: "sentry", path: "/home/.codex/config.toml", created: false, shared: false },
    ]);
    expect(read("home/.codex/config.toml")).toBe(TOML);
    await applyServers(edits, options);
    expect(read("home/.codex/config.toml")).toBe(
      `${TOML}\n[mcp_servers.linear]\nurl = "https://linear.test/mcp"\n\n[mcp_servers.sentry]\nurl = "https://sentry.test/mcp"\n`,
    );
    const { needs } = await skillNeeds({ skills: ["triage"], host: "codex" }, options);
    expect(needs.map(({ what, state }) => [what, state])).toEqual([
      ["LINEAR_TOKEN", "missing"],
      ["linear", "present"],
      ["sentry", "present"],
    ]);
    expect(await planServers({ skills: ["triage"], host: "codex" }, options)).toEqual([]);
    expect(tree.plain(await undoServer(undefined, options))).toEqual({
      name: "sentry",
      path: "/home/.codex/config.toml",
      removed: false,
    });
    await undoServer(undefined, options);
    expect(read("home/.codex/config.toml")).toBe(TOML);
    await expect(undoServer(undefined, options)).rejects.toThrow("there is no edit to undo");
    await expect(undoServer("linear", options)).rejects.toThrow("there is no edit of `linear` to undo");
  });

  test("[DP13] a file that was created for a server is removed with it", async () => {
    const { tree, options } = await machine();
    const [first] = await planServers({ skills: ["triage"], host: "claude-code" }, options);
    await applyServers([first!], options);
    expect([first?.created, first?.shared, statSync(tree.at("project/.mcp.json")).size]).toEqual([
      true,
      true,
      first?.after.length,
    ]);
    expect((await undoServer("linear", options)).removed).toBe(true);
    expect(existsSync(tree.at("project/.mcp.json"))).toBe(false);
  });

  test.each([
    ["codex", "home/.codex/config.toml", TOML, "[tools]\nweb = true # new\n"],
    ["claude-code", "project/.mcp.json", '{\n  // mine\n  "a": 1\n}\n', "\n// the end\n"],
    ["skillwright", "home/.config/skillwright/config.yaml", "# mine\nroots: []\n", "journal: /tmp/j # new\n"],
  ])("[DP13] %s: later changes of others stay, and only the entry is removed", async (host, path, before, more) => {
    const { tree, options, read } = await machine({ [path]: before });
    await applyServers((await planServers({ skills: ["triage"], host }, options)).slice(0, 1), options);
    const changed = read(path) + more;
    writeFileSync(tree.at(path), changed);
    await undoServer("linear", options);
    const after = read(path);
    expect(after).not.toContain("linear");
    for (const kept of [...before.trimEnd().split("\n"), ...more.trim().split("\n")])
      expect(after).toContain(kept.replace(/,$/, ""));
  });

  test("[DP13] a file that has changed since the plan was made is left alone", async () => {
    const { tree, options, read } = await machine({ "home/.codex/config.toml": TOML });
    const edits = await planServers({ skills: ["triage"], host: "codex" }, options);
    writeFileSync(tree.at("home/.codex/config.toml"), `${TOML}x = 1\n`);
    await expect(applyServers(edits, options)).rejects.toMatchObject({ code: "SK464" });
    expect(read("home/.codex/config.toml")).toBe(`${TOML}x = 1\n`);
  });

  test("[DP13] no server is set up for a skill of an untrusted folder", async () => {
    const { options } = await machine();
    await expect(planServers({ skills: ["triage"] }, { ...options, trust: () => false })).rejects.toMatchObject({
      code: "SK501",
    });
  });

  test("[DP1] reports an unknown configuration of a host, and a missing skill", async () => {
    const { options } = await machine();
    await expect(skillNeeds({ skills: ["triage"], host: "goose" }, options)).rejects.toMatchObject({ code: "SK463" });
    await expect(skillNeeds({ skills: ["triag"] }, options)).rejects.toMatchObject({
      code: "SK301",
      hint: expect.stringContaining("triage"),
    });
  });
});

describe("a session in which a server is missing", () => {
  test("[DP16] asks with the lines that would be added; set up, it is there", async () => {
    const prompter = scripted(({ kind, title }) =>
      kind === "secret" ? "tok-123456" : title.includes("linear") ? "install" : "skip",
    );
    const { session, tree } = await openNeedy(FILES, { control: { prompter } });
    const answer = await session.activate({ asked: "triage", actor: "model" });
    expect(prompter.pages.length).toBe(1);
    expect(tree.plain(prompter.pages[0])).toEqual([
      expect.objectContaining({ kind: "secret", title: "a value for `LINEAR_TOKEN`" }),
      {
        kind: "choice",
        title: "set up the MCP server `linear`?",
        details: [
          "needed by `triage`",
          "makes /home/.config/skillwright/config.yaml",
          "+ mcp:",
          '+   "linear":',
          '+     url: "https://linear.test/mcp"',
        ],
        choices: [
          { value: "skip", label: "continue without the server" },
          { value: "install", label: "set up the server" },
          { value: "never", label: "never in this session" },
        ],
      },
      expect.objectContaining({ title: "set up the MCP server `sentry`?" }),
    ]);
    expect(answer.text.split("\n\n").slice(-2)).toEqual([
      "The user continues without the MCP server `sentry`, which this skill needs: do only the work that does not need it.",
      "The MCP server `linear` was set up just now. Its tools are available after a restart of Skillwright; if it asks for a login, `skillwright deps SKILL --login` does it.",
    ]);
    expect(readFileSync(tree.at("home/.config/skillwright/config.yaml"), "utf8")).toBe(
      'mcp:\n  "linear":\n    url: "https://linear.test/mcp"\n',
    );
  });

  test.each([
    ["codex", "home/.codex/config.toml", '[mcp_servers.x]\nurl = "https://linear.test/mcp"\n', "[mcp_servers.linear]"],
    [
      "opencode",
      "project/opencode.jsonc",
      '{ "mcp": { "x": { "type": "remote", "url": "https://linear.test/mcp" } } }',
      '"type": "remote"',
    ],
  ])("[DP3] in %s that host's configuration is used", async (host, path, there, line) => {
    const prompter = scripted(() => "install");
    const files = needy("triage", web("linear"));
    const objects = { "project/.git/objects/x": "", "project/.git/refs/x": "" };
    const known = await openNeedy({ ...files, ...objects, [path]: there }, { host, control: { prompter } });
    expect((await known.session.activate({ asked: "triage", actor: "user" })).isError).toBe(false);
    expect(prompter.pages).toEqual([]);
    const { session, tree } = await openNeedy({ ...files, ...objects }, { host, control: { prompter } });
    expect((await session.activate({ asked: "triage", actor: "user" })).isError).toBe(false);
    expect(prompter.pages.length).toBe(1);
    expect(readFileSync(tree.at(path.replace(/jsonc$/, "json")), "utf8")).toContain(line);
  });

  test("[DP16] with full access it is set up without a question", async () => {
    const { session, tree, events } = await openNeedy(needy("triage", web("linear")), { control: { access: "full" } });
    expect((await session.activate({ asked: "triage", actor: "model" })).isError).toBe(false);
    expect(readFileSync(tree.at("home/.config/skillwright/config.yaml"), "utf8")).toContain("https://linear.test/mcp");
    expect(events.find(({ name }) => name === "asked")?.attributes).toMatchObject({
      "dependency.installed": 1,
      "dependency.asked": "",
    });
  });

  test("[DP16] a program that can connects to it at once; where that fails the skill is refused", async () => {
    const connected: unknown[] = [];
    const files = { ...needy("triage", web("linear")), ...needy("report", web("broken")) };
    const { session } = await openNeedy(files, {
      control: {
        access: "full",
        connect: async (server) => {
          if (server.name === "broken") throw new Error("connection refused");
          connected.push(server);
        },
      },
    });
    const { text } = await session.activate({ asked: "triage", actor: "model" });
    expect([text.includes("just now"), connected]).toEqual([
      false,
      [{ name: "linear", transport: "streamable-http", url: "https://linear.test/mcp" }],
    ]);
    const { refusal } = await session.activate({ asked: "report", actor: "model" });
    expect([refusal?.code, refusal?.reason]).toEqual([
      "SK460",
      'it needs the MCP server `broken`, which cannot be reached (it says: "connection refused"); this session cannot ask the user for it',
    ]);
  });

  test("[DP4] never: no skill of the session asks for it again", async () => {
    const files = { ...needy("triage", web("linear")), ...needy("report", web("linear")) };
    const prompter = scripted(() => "never");
    const { session } = await openNeedy(files, { control: { prompter } });
    await session.activate({ asked: "triage", actor: "model" });
    const { isError } = await session.activate({ asked: "report", actor: "model" });
    expect([isError, prompter.pages.length, session.toJSON().decisions]).toEqual([
      false,
      1,
      { skipped: [], never: ["server:linear"] },
    ]);
  });

  test("[DP3] a server that the program is connected to is available", async () => {
    const { session } = await openNeedy(needy("triage", web("linear")), { control: { servers: ["linear"] } });
    expect((await session.activate({ asked: "triage", actor: "model" })).isError).toBe(false);
  });

  test("[DP13] if it cannot be set up, no question is asked, and the refusal gives the reason", async () => {
    const prompter = scripted(() => "install");
    const { session } = await openNeedy(
      { ...needy("triage", web("linear")), "home/.config/skillwright/config.yaml": "mcp: [1]\n" },
      { control: { prompter } },
    );
    const { refusal } = await session.activate({ asked: "triage", actor: "model" });
    expect([prompter.pages, refusal?.code, refusal?.reason.replace(/`\/.*\/home/, "`/home")]).toEqual([
      [],
      "SK460",
      "it needs the MCP server `linear`, which could not be set up (`/home/.config/skillwright/config.yaml` has a `mcp` that is not a mapping, so it was not changed)",
    ]);
  });

  test("[DP13] a file that breaks during the question is left alone, and nothing is connected", async () => {
    const connected: unknown[] = [];
    const prompter = scripted(() => {
      opened.tree.add({ "home/.config/skillwright/config.yaml": "mcp: [1]\n" });
      return "install";
    });
    const connect = async (server: object): Promise<void> => void connected.push(server);
    const opened = await openNeedy(needy("triage", web("linear")), { control: { prompter, connect } });
    const { refusal } = await opened.session.activate({ asked: "triage", actor: "model" });
    expect([refusal?.code, refusal?.reason.replace(/`\/.*\/home/, "`/home"), connected]).toEqual([
      "SK460",
      "it needs the MCP server `linear`, which could not be set up (`/home/.config/skillwright/config.yaml` has a `mcp` that is not a mapping, so it was not changed)",
      [],
    ]);
    expect(readFileSync(opened.tree.at("home/.config/skillwright/config.yaml"), "utf8")).toBe("mcp: [1]\n");
  });
});
