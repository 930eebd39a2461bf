import { describe, expect, test } from "vitest";
import { parseSidecars } from "../../../src/format/parse/parse-sidecar.ts";
import type { Sidecar } from "../../../src/model/skills/skill.ts";
import { denying, findings, loadRoot, makeTree, outcomes, skill } from "../../tree.ts";

const PATH = "/r/pdf/agents/openai.yaml";
const OWN = "/r/pdf/agents/skillwright.yaml";

function read(text: string) {
  const { sidecar, diagnostics } = parseSidecars([{ path: PATH, text }]);
  return { sidecar, found: diagnostics.map(({ code, at }) => `${code}@${at?.line}:${at?.column}`) };
}

describe("what it says", () => {
  test("[P18] all of Codex's fields", () => {
    const text = `interface:
  display_name: "PDF tools"
  short_description: Reads PDFs
  icon_small: ./assets/small.svg
  icon_large: assets/large.png
  brand_color: "#3b82f6"
  default_prompt: Read this PDF
dependencies:
  tools:
    - type: env_var
      value: API_KEY
      description: The key
    - {type: mcp, value: docs, transport: streamable_http, url: "https://example.com"}
policy:
  allow_implicit_invocation: false
permissions:
  network: [example.com]
`;
    expect(read(text)).toEqual({
      sidecar: {
        files: [PATH],
        interface: {
          displayName: "PDF tools",
          shortDescription: "Reads PDFs",
          iconSmall: "./assets/small.svg",
          iconLarge: "assets/large.png",
          brandColor: "#3b82f6",
          defaultPrompt: "Read this PDF",
        },
        dependencies: {
          tools: [
            { type: "env_var", value: "API_KEY", description: "The key" },
            { type: "mcp", value: "docs", transport: "streamable_http", url: "https://example.com" },
          ],
        },
        policy: { allowImplicitInvocation: false },
        permissions: { network: ["example.com"] },
      },
      found: [],
    });
  });

  test("[P18] the first file wins, field by field", () => {
    const { sidecar, diagnostics } = parseSidecars([
      { path: OWN, text: "interface:\n  display_name: Ours\npolicy:\n  allow_implicit_invocation: true\n" },
      {
        path: PATH,
        text: "interface:\n  display_name: Theirs\n  short_description: Theirs\npolicy:\n  allow_implicit_invocation: false\npermissions: {a: 1}\n",
      },
    ]);
    expect(sidecar).toEqual({
      files: [OWN, PATH],
      interface: { displayName: "Ours", shortDescription: "Theirs" },
      policy: { allowImplicitInvocation: true },
      permissions: { a: 1 },
    });
    expect(diagnostics).toEqual([]);
  });

  test.each<[string, string]>([
    ["an empty file", ""],
    ["comments", "# nothing\n"],
    ["keys we do not know", "future: {a: 1}\n"],
  ])("[P18] %s says nothing and is fine", (_, text) => {
    expect(read(text)).toEqual({ sidecar: { files: [PATH] }, found: [] });
  });
});

describe("what is wrong in it", () => {
  const some = (over: Partial<Sidecar> = {}): Sidecar => ({ files: [PATH], ...over });

  test.each<[string, string, Sidecar, string[]]>([
    ["not YAML", "interface: [\n", some(), ["SK040@2:1"]],
    ["a list", "- a\n", some(), ["SK040@1:1"]],
    ["text", "hello\n", some(), ["SK040@1:1"]],
    ["an interface that is text", "interface: PDF\n", some(), ["SK041@1:12"]],
    [
      "a field that is a list",
      "interface:\n  display_name: [a]\n  default_prompt: Hi\n",
      some({ interface: { defaultPrompt: "Hi" } }),
      ["SK041@2:17"],
    ],
    ["a field that is empty", "interface:\n  display_name: ' '\n", some(), ["SK041@2:18"]],
    ["a colour that is none", "interface:\n  brand_color: red\n", some(), ["SK041@2:16"]],
    ["a colour lost to a comment", "interface:\n  brand_color: #3b82f6\n", some(), ["SK041@2:16"]],
    ["an icon outside", "interface:\n  icon_small: ../../x.svg\n", some(), ["SK041@2:15"]],
    ["an absolute icon", "interface:\n  icon_small: /etc/passwd\n", some(), ["SK041@2:15"]],
    ["an icon on a drive", "interface:\n  icon_large: C:\\x.png\n", some(), ["SK041@2:15"]],
    ["an icon outside, Windows style", "interface:\n  icon_large: ..\\x.png\n", some(), ["SK041@2:15"]],
    ["a field outside `interface`", "display_name: PDF\n", some(), ["SK041@1:1"]],
    ["dependencies without tools", "dependencies: [a]\n", some(), ["SK041@1:15"]],
    [
      "a dependency without a value",
      "dependencies:\n  tools:\n    - type: mcp\n    - {type: a, value: b}\n",
      some({ dependencies: { tools: [{ type: "a", value: "b" }] } }),
      ["SK041@3:7"],
    ],
    ["permissions that are text", "permissions: all\n", some(), ["SK041@1:14"]],
  ])("[P18] %s", (_, text, sidecar, found) => {
    expect(read(text)).toEqual({ sidecar, found });
  });

  test("[P18] the complete messages", () => {
    expect(parseSidecars([{ path: PATH, text: "interface:\n  brand_color: red\n" }]).diagnostics).toEqual([
      {
        code: "SK041",
        severity: "warning",
        message: '`interface.brand_color` should be a colour such as `"#3b82f6"`; it is ignored',
        path: PATH,
        at: { path: PATH, line: 2, column: 16, length: 3, text: "  brand_color: red" },
        help: "write `#` and 3 to 8 hexadecimal digits, in quotes",
      },
    ]);
  });

  test.each<[string, string]>([
    ["neither true nor false", "policy:\n  allow_implicit_invocation: perhaps\n"],
    ["a number", "policy:\n  allow_implicit_invocation: 1\n"],
    ["a list", "policy:\n  allow_implicit_invocation: [true]\n"],
    ["nothing", "policy:\n  allow_implicit_invocation:\n"],
    ["a policy that is text", "policy: allow_implicit_invocation\n"],
    ["a policy that is a list", "policy:\n  - allow_implicit_invocation: true\n"],
    ["a file that is not YAML", "policy:\n  allow_implicit_invocation: true\nx: [\n"],
    ["a file that is a list", "- policy:\n    allow_implicit_invocation: true\n"],
    ["a file that is too deep", `policy:\n  allow_implicit_invocation: true\nx: ${"[".repeat(99)}${"]".repeat(99)}\n`],
  ])("[P18] an unreadable policy is read strictly: %s", (_, text) => {
    const { sidecar, found } = read(text);
    expect(sidecar.policy).toEqual({ allowImplicitInvocation: false });
    expect(found).toHaveLength(1);
  });

  test("[P18] a strict reading of the first is not widened by the second", () => {
    const { sidecar } = parseSidecars([
      { path: OWN, text: "policy: {allow_implicit_invocation: huh}\n" },
      { path: PATH, text: "policy: {allow_implicit_invocation: true}\n" },
    ]);
    expect(sidecar.policy).toEqual({ allowImplicitInvocation: false });
  });
});

describe("beside a skill", () => {
  test("[P18] both files are found, and the skill has what they say", async () => {
    const tree = makeTree({
      "r/pdf/SKILL.md": skill("pdf"),
      "r/pdf/agents/openai.yaml": "interface:\n  display_name: Theirs\n  default_prompt: Go\n",
      "r/pdf/agents/skillwright.yaml": "interface:\n  display_name: Ours\n",
    });
    const snapshot = await loadRoot(tree, "r");
    expect(tree.plain(snapshot.skills.map((each) => each.skill.sidecar))).toEqual([
      { files: [OWN, PATH], interface: { displayName: "Ours", defaultPrompt: "Go" } },
    ]);
  });

  test.each<[string, Record<string, string | { link: string }>, string[]]>([
    ["broken", { "r/pdf/agents/openai.yaml": ":\n- [" }, ["SK040 /r/pdf/agents/openai.yaml:2:4"]],
    ["a directory", { "r/pdf/agents/openai.yaml/x": "" }, ["SK040 /r/pdf/agents/openai.yaml"]],
    ["too large", { "r/pdf/agents/openai.yaml": "#".repeat(70_000) }, ["SK040 /r/pdf/agents/openai.yaml"]],
    ["an agents directory of something else", { "r/pdf/agents/reviewer.md": "# Hi" }, []],
    ["an agents file", { "r/pdf/agents": "" }, []],
  ])("[P18] fails open: %s", async (_, entries, expected) => {
    const tree = makeTree({ "r/pdf/SKILL.md": skill("pdf"), ...entries });
    const snapshot = await loadRoot(tree, "r");
    expect(outcomes(snapshot)).toEqual({ loaded: ["pdf"] });
    const found = findings(tree, snapshot.diagnostics).map((each) =>
      expected[0]?.includes(":") ? each : each.replace(/:\d+:\d+$/, ""),
    );
    expect(found.map((each) => each.replace(/:\d+:\d+$/, ""))).toEqual(
      expected.map((each) => each.replace(/:\d+:\d+$/, "")),
    );
  });

  test("[P18] fails open: not readable", async () => {
    const tree = makeTree({
      "r/pdf/SKILL.md": skill("pdf"),
      "r/pdf/agents/openai.yaml": "interface: {display_name: A}\n",
    });
    const files = denying(tree.files, [tree.at("r/pdf/agents/openai.yaml")]);
    const snapshot = await loadRoot(tree, "r", { files });
    expect(outcomes(snapshot)).toEqual({ loaded: ["pdf"] });
    expect(tree.plain(snapshot.diagnostics)).toEqual([
      {
        code: "SK040",
        severity: "warning",
        path: PATH,
        message: "the file cannot be read (EACCES); it is ignored",
        help: "check the file and its permissions",
      },
    ]);
  });
});
