import fc from "fast-check";
import { stringify as writeToml } from "smol-toml";
import { describe, expect, test } from "vitest";
import { stringify as writeYaml } from "yaml";
import { OperationError } from "../../../../src/model/errors.ts";
import type { McpServer } from "../../../../src/model/skills/dependency.ts";
import { systemError } from "../../../../src/platform/files/files.ts";
import { memoryFiles } from "../../../../src/platform/files/memory-files.ts";
import { configuredServers, findServer } from "../../../../src/session/dependencies/mcp/configured.ts";
import { withoutInsertions } from "../../../../src/session/dependencies/mcp/insert-entry.ts";
import type { McpHost } from "../../../../src/session/dependencies/mcp/mcp-host.ts";
import { findMcpHost } from "../../../../src/session/dependencies/mcp/mcp-hosts.ts";
import { planEdit } from "../../../../src/session/dependencies/mcp/plan-edit.ts";

const WEB: McpServer = { name: "linear", transport: "streamable-http", url: "https://mcp.linear.test/mcp" };
const LOCAL: McpServer = { name: "files", transport: "stdio", command: "npx", args: ["-y", "@x/files", "a b"] };

const TARGETS: Readonly<Record<string, string>> = {
  "claude-code": "/p/.mcp.json",
  codex: "/h/.codex/config.toml",
  opencode: "/p/opencode.json",
  skillwright: "/h/.config/skillwright/config.yaml",
};

function place(files: Record<string, string>) {
  const environment = { cwd: "/p", home: "/h", platform: "linux" as const, variables: {} };
  return { environment, files: memoryFiles(files), cwd: "/p", projectRoot: "/p", trusted: true };
}

const host = (name: string): McpHost => findMcpHost(name)!;

async function added(name: string, before: string | undefined, server: McpServer): Promise<string> {
  const files = before === undefined ? {} : { [TARGETS[name]!]: before };
  try {
    const edit = await planEdit(server, host(name), place(files));
    expect([edit.path, edit.created, edit.before]).toEqual([TARGETS[name], before === undefined, before ?? ""]);
    return edit.after;
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return `${error.code} ${error.message}\n${error.hint}`;
  }
}

describe("a server is added to", () => {
  test.each<[string, string, string | undefined, McpServer, string]>([
    [
      "claude-code",
      "no file",
      undefined,
      WEB,
      `{
  "mcpServers": {
    "linear": {
      "type": "http",
      "url": "https://mcp.linear.test/mcp"
    }
  }
}
`,
    ],
    [
      "claude-code",
      "comments, tabs and other servers",
      `{\n\t// ours\n\t"mcpServers": {\n\t\t"a": { "command": "a" } // first\n\t},\n\t"other": [1,2]\n}`,
      LOCAL,
      `{\n\t// ours\n\t"mcpServers": {\n\t\t"a": { "command": "a" }, // first\n\t\t"files": {\n\t\t\t"type": "stdio",\n\t\t\t"command": "npx",\n\t\t\t"args": [\n\t\t\t\t"-y",\n\t\t\t\t"@x/files",\n\t\t\t\t"a b"\n\t\t\t]\n\t\t}\n\t},\n\t"other": [1,2]\n}`,
    ],
    [
      "claude-code",
      "a brace behind the last server",
      `{\n  "mcpServers": {\n    "a": { "command": "a" } }\n}\n`,
      WEB,
      `{\n  "mcpServers": {\n    "a": { "command": "a" }, \n    "linear": {\n      "type": "http",\n      "url": "https://mcp.linear.test/mcp"\n    }\n  }\n}\n`,
    ],
    [
      "opencode",
      "lines that end in CR LF",
      `{\r\n  "$schema": "x", // keep\r\n}\r\n`,
      LOCAL,
      `{\r\n  "$schema": "x", // keep\r\n  "mcp": {\r\n    "files": {\r\n      "type": "local",\r\n      "command": [\r\n        "npx",\r\n        "-y",\r\n        "@x/files",\r\n        "a b"\r\n      ],\r\n      "enabled": true\r\n    }\r\n  }\r\n}\r\n`,
    ],
    [
      "codex",
      "comments and tables",
      `# mine\nmodel = "gpt-5"   # the good one\n\n[mcp_servers.a]\ncommand = "x"\nargs = [ "1",\n  "2", # two\n]\n\n[profiles.b]\nmodel = 'q'`,
      WEB,
      `# mine\nmodel = "gpt-5"   # the good one\n\n[mcp_servers.a]\ncommand = "x"\nargs = [ "1",\n  "2", # two\n]\n\n[profiles.b]\nmodel = 'q'\n\n[mcp_servers.linear]\nurl = "https://mcp.linear.test/mcp"\n`,
    ],
    [
      "codex",
      "a mapping written inline",
      `mcp_servers = { a = { command = "x" } } # inline\nmodel = "a"\n`,
      LOCAL,
      `mcp_servers = { a = { command = "x" }, files = { command = "npx", args = [ "-y", "@x/files", "a b" ] } } # inline\nmodel = "a"\n`,
    ],
    ["codex", "an empty file", "", WEB, `[mcp_servers.linear]\nurl = "https://mcp.linear.test/mcp"\n`],
    [
      "skillwright",
      "comments around a mapping",
      `# mine\nroots: [a,   b]  # odd blanks\nmcp:\n    # first\n    a:\n        url: https://a.test  # here\n\n# last words\nhost: codex\n`,
      LOCAL,
      `# mine\nroots: [a,   b]  # odd blanks\nmcp:\n    # first\n    a:\n        url: https://a.test  # here\n    "files":\n      command: "npx"\n      args: ["-y","@x/files","a b"]\n\n# last words\nhost: codex\n`,
    ],
    [
      "skillwright",
      "no such key",
      `host: codex # no end of line`,
      WEB,
      `host: codex # no end of line\nmcp:\n  "linear":\n    url: "https://mcp.linear.test/mcp"\n`,
    ],
    [
      "skillwright",
      "a key without a value",
      `mcp: # none\nhost: codex\n`,
      WEB,
      `mcp: # none\n  "linear":\n    url: "https://mcp.linear.test/mcp"\nhost: codex\n`,
    ],
    [
      "skillwright",
      "an empty mapping",
      `mcp: {}\n`,
      WEB,
      `mcp: { "linear": { "url": "https://mcp.linear.test/mcp" } }\n`,
    ],
    [
      "skillwright",
      "a mapping in braces",
      `mcp: { a: { url: x } } # c\n`,
      WEB,
      `mcp: { a: { url: x }, "linear": { "url": "https://mcp.linear.test/mcp" } } # c\n`,
    ],
  ])("[DP13] %s: %s", async (name, _, before, server, after) => {
    expect(await added(name, before, server)).toBe(after);
  });

  test.each<[string, string, string, McpServer, string]>([
    [
      "claude-code",
      "invalid JSON",
      `{ "mcpServers": `,
      WEB,
      "SK462 `/p/.mcp.json` is not valid JSON, so it was not changed\ncorrect the file first",
    ],
    [
      "codex",
      "invalid TOML",
      `a = = b`,
      WEB,
      "SK462 `/h/.codex/config.toml` is not valid TOML, so it was not changed\ncorrect the file first",
    ],
    [
      "skillwright",
      "invalid YAML",
      `a: [`,
      WEB,
      "SK462 `/h/.config/skillwright/config.yaml` is not valid YAML, so it was not changed\ncorrect the file first",
    ],
    [
      "claude-code",
      "a list",
      `[1]`,
      WEB,
      "SK462 `/p/.mcp.json` is not valid JSON, so it was not changed\ncorrect the file first",
    ],
    [
      "codex",
      "another shape",
      `mcp_servers = 3`,
      WEB,
      "SK462 `/h/.codex/config.toml` has a `mcp_servers` that is not a mapping, so it was not changed\ncorrect the file first",
    ],
    [
      "claude-code",
      "one of that name",
      `{"mcpServers":{"linear":{}}}`,
      WEB,
      "SK463 `/p/.mcp.json` has an MCP server `linear` already\nif the skill means another server, change the entry in that file yourself",
    ],
    [
      "codex",
      "no address",
      ``,
      { name: "x", transport: "streamable-http", problem: "it has none" },
      "SK463 the MCP server `x` cannot be set up: it has none\nset it up in Codex yourself",
    ],
    [
      "skillwright",
      "a mapping that is another's",
      `a: &m {x: {url: y}}\nmcp: *m\n`,
      WEB,
      'SK462 `/h/.config/skillwright/config.yaml` cannot be changed without changing the rest of it\nadd it there yourself: `{"mcp":{"linear":{"url":"https://mcp.linear.test/mcp"}}}`',
    ],
  ])("[DP13] %s, but not to %s", async (name, _, before, server, said) => {
    expect(await added(name, before, server)).toBe(said);
  });

  test("[DP13] [SF4] a project's file that is a symlink out of it is left alone", async () => {
    const at = place({});
    const files = memoryFiles({ "/p/.mcp.json": { link: "/h/other.json" }, "/h/other.json": "{}" });
    await expect(planEdit(WEB, host("claude-code"), { ...at, files })).rejects.toThrow(
      /is a symlink that leads out of the project, so it was not changed/,
    );
  });

  const settings = fc.dictionary(
    fc.string({ minLength: 1, maxLength: 8 }).filter((key) => key !== "__proto__"),
    fc.oneof(
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.array(fc.string(), { maxLength: 3 }),
      fc.dictionary(
        fc.string({ minLength: 1, maxLength: 5 }).filter((key) => key !== "__proto__"),
        fc.string(),
        { maxKeys: 3 },
      ),
    ),
    { maxKeys: 5 },
  );
  const servers = fc.option(
    fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.record({ command: fc.string() }), { maxKeys: 3 }),
  );

  test.each<[string, (value: object) => string]>([
    ["claude-code", (value) => JSON.stringify(value, null, 2)],
    ["opencode", (value) => JSON.stringify(value, null, "\t")],
    ["codex", (value) => writeToml(value)],
    ["skillwright", (value) => writeYaml(value)],
  ])("[DP13] %s: existing text stays, to the byte, and comes back", async (name, write) => {
    const { key } = host(name);
    await fc.assert(
      fc.asyncProperty(settings, servers, fc.constantFrom(WEB, LOCAL), async (more, known, server) => {
        const before = write({ ...more, ...(known === null ? {} : { [key]: known }) });
        const files = { [TARGETS[name]!]: before };
        if (Object.hasOwn(more, key)) return;
        const edit = await planEdit({ ...server, name: "NEW" }, host(name), place(files));
        expect(withoutInsertions(edit.after, edit.insertions)).toBe(before);
        expect(edit.insertions.length).toBeLessThan(3);
      }),
    );
  });
});

describe("a server is found", () => {
  const FILES = {
    "/p/.mcp.json": `{"mcpServers": {"issues": {"url": "https://MCP.linear.test/mcp/"}, "files": {"command": "other"}}}`,
    "/h/.claude.json": `{"mcpServers": {"mine": {"command": "npx", "args": ["-y", "@x/files", "a b"]}}, "projects": {"/p": {"mcpServers": {"here": {"command": "h"}}}}}`,
    "/h/.codex/config.toml": `[mcp_servers.linear]\nurl = "https://mcp.linear.test/mcp"\nenabled = false\n`,
    "/p/opencode.jsonc": `{"mcp": {"files": {"type": "local", "command": ["npx", "-y", "@x/files", "a b"]}}, }`,
    "/h/.config/skillwright/config.yaml": "mcp:\n  linear:\n    url: https://elsewhere.test\n",
  };

  test.each<[string, McpServer, unknown]>([
    ["claude-code", WEB, { state: "present", from: "/p/.mcp.json", note: "in that file its name is `issues`" }],
    ["claude-code", LOCAL, { state: "present", from: "/h/.claude.json", note: "in that file its name is `mine`" }],
    ["claude-code", { ...LOCAL, name: "here", command: "h", args: [] }, { state: "present", from: "/h/.claude.json" }],
    ["codex", WEB, { state: "off", from: "/h/.codex/config.toml" }],
    ["codex", LOCAL, { state: "missing" }],
    ["opencode", LOCAL, { state: "present", from: "/p/opencode.jsonc" }],
    ["opencode", WEB, { state: "missing" }],
    [
      "skillwright",
      WEB,
      {
        state: "present",
        from: "/h/.config/skillwright/config.yaml",
        note: "in that file its address is `https://elsewhere.test`, not `https://mcp.linear.test/mcp`",
      },
    ],
  ])("[DP3] by its address or command, then by its name: %s %j", async (name, server, finding) => {
    expect(findServer(server, await configuredServers(host(name), place(FILES)))).toEqual(finding);
  });

  test("[DP3] broken and hostile files have none", async () => {
    const files = {
      "/p/.mcp.json": `{"mcpServers": [1]}`,
      "/h/.claude.json": `{"mcpServers": {"a": 3, "__proto__": {}}, "projects": 7`,
    };
    expect(await configuredServers(host("claude-code"), place(files))).toEqual([]);
  });
});

test("[DP13] a file of a host that cannot be read is not changed", async () => {
  const context = place({ "/p/.mcp.json": "{}" });
  const files = {
    ...context.files,
    readFile: () => {
      throw systemError("EACCES", "/p/.mcp.json");
    },
  };
  await expect(planEdit(WEB, host("claude-code"), { ...context, files })).rejects.toMatchObject({
    code: "SK462",
    message: expect.stringContaining("`/p/.mcp.json` cannot be read"),
    hint: "check the file and its permissions",
  });
});

test("the hint for Claude Code shows how to log in to a server", () => {
  expect(host("claude-code").login?.("linear")).toBe("log in with `/mcp` in Claude Code");
  expect(host("codex").login?.("linear")).toBe("log in with `codex mcp login linear`");
});
