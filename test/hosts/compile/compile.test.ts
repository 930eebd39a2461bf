import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileFiles } from "../../../src/hosts/compile/compile-files.ts";
import { neutralIntents } from "../../../src/hosts/compile/intent-table.ts";
import { readIntents, type SkillFiles } from "../../../src/hosts/compile/read-intents.ts";
import { findProfile, PROFILES } from "../../../src/hosts/profiles/profiles.ts";
import type { HostProfile } from "../../../src/model/host-profile.ts";
import type { Intents } from "../../../src/model/skills/intents.ts";

const host = (name: string): HostProfile => findProfile(name) as HostProfile;
const bytes = (text: string): Uint8Array => Buffer.from(text);

interface Shown {
  readonly texts?: Readonly<Record<string, string | null>>;
  readonly losses?: readonly string[];
  readonly readBack?: Intents;
  readonly rejected?: { readonly code: string; readonly reason: string };
}

/** Compiles a skill from one host to another. Returns the texts of the changes. */
function compiled(files: Record<string, string>, to: string, from = "skillwright"): Shown {
  const all: SkillFiles = new Map(Object.entries(files).map(([path, text]) => [path, bytes(text)]));
  const read = readIntents(all, "deploy", host(from));
  if ("rejected" in read) return { rejected: read.rejected };
  const result = compileFiles({ files: all, intents: read.intents, target: host(to) });
  if ("rejected" in result) return result;
  const texts = Object.fromEntries(
    [...result.changed].map(([path, made]) => [path, made && Buffer.from(made).toString("utf8")]),
  );
  return { texts, losses: result.losses.map(({ code, meant }) => `${code} ${meant}`), readBack: result.readBack };
}

const DEPLOY = `---
name: deploy
description: "Use when a release goes out: tag, build, ship"
license: MIT # ours
disable-model-invocation: true
allowed-tools: Read, Bash(git *)
argument-hint: [env]
arguments: [env]
model: opus
team: core
metadata:
  owner: ops
---
Ship $ARGUMENTS to $env.
`;

test.each<[string, readonly string[]]>([
  [`'{"openclaw": {"os": ["linux"]}}'`, ["linux"]],
  [`'{"openclaw": {"os": ["linux"]'`, []],
  [`'{'`, []],
  ["just a text", []],
])("[CO4] OpenClaw's `metadata: %s` means the platforms %j", (metadata, platforms) => {
  const text = `---\nname: deploy\ndescription: Ships.\nmetadata: ${metadata}\n---\nGo.\n`;
  const read = readIntents(new Map([["SKILL.md", bytes(text)]]), "deploy", host("openclaw"));
  const intents = { ...neutralIntents(), name: "deploy", description: "Ships.", platforms };
  expect(read).toEqual({ intents: { ...intents, placeholders: expect.anything() } });
});

describe("compile", () => {
  test("[CO1] one intent, in the words of four hosts", () => {
    const words = (to: string): unknown => {
      const { texts = {}, losses = [] } = compiled(
        { "SKILL.md": "---\nname: deploy\ndescription: Ships.\ndisable-model-invocation: true\n---\nGo.\n" },
        to,
      );
      return [texts, losses];
    };
    expect(words("pi")).toEqual([
      { "SKILL.md": "---\nname: deploy\ndescription: Ships.\ndisable-model-invocation: true\n---\nGo.\n" },
      [],
    ]);
    expect(words("codex")).toEqual([
      {
        "SKILL.md": "---\nname: deploy\ndescription: Ships.\n---\nGo.\n",
        "agents/openai.yaml": "policy:\n  allow_implicit_invocation: false\n",
      },
      [],
    ]);
    expect(words("opencode")).toEqual([
      {
        "SKILL.md":
          '---\nname: deploy\ndescription: Ships.\nmetadata:\n  "opencode/autoinvoke": false\n---\nGo.\n'.replaceAll(
            '"',
            "",
          ),
      },
      ["SK480 only the user may invoke it"],
    ]);
    expect(words("gemini-cli")).toEqual([
      { "SKILL.md": "---\nname: deploy\ndescription: Ships.\n---\nGo.\n" },
      ["SK480 only the user may invoke it"],
    ]);
  });

  test("[CO1] [CO2] Claude Code gets everything, and for Codex the losses are reported", () => {
    expect(compiled({ "SKILL.md": DEPLOY }, "claude-code")).toMatchObject({
      losses: [],
      texts: {
        "SKILL.md": `---
name: deploy
description: "Use when a release goes out: tag, build, ship"
license: MIT
team: core
metadata:
  owner: ops
disable-model-invocation: true
argument-hint: "[env]"
arguments:
  - env
allowed-tools:
  - Read
  - "Bash(git *)"
model: opus
---
Ship $ARGUMENTS to $env.
`,
      },
    });
    expect(compiled({ "SKILL.md": DEPLOY }, "codex").losses).toEqual([
      "SK484 it uses `Read`, `Bash(git *)` without asking",
      "SK484 it runs with the model `opus`",
      "SK484 its arguments are called `env`",
      "SK484 its arguments are shown as `[env]`",
      "SK484 its text contains `$ARGUMENTS`, `$env`",
    ]);
  });

  test("[CO1] sidecars: what the target reads is written anew, the rest of them stays, others are copied", () => {
    const openai =
      "interface:\n  display_name: Deploy\npolicy:\n  allow_implicit_invocation: false\ndependencies:\n  tools:\n    - { type: env_var, value: KEY }\n    - { type: mcp, value: ci, url: https://ci.test/mcp }\n";
    const files = { "SKILL.md": "---\nname: deploy\ndescription: Ships.\n---\nGo.\n", "agents/openai.yaml": openai };
    expect(compiled(files, "claude-code")).toMatchObject({
      texts: { "SKILL.md": "---\nname: deploy\ndescription: Ships.\ndisable-model-invocation: true\n---\nGo.\n" },
      losses: ["SK484 it needs `KEY`, `ci`"],
    });
    expect(compiled(files, "skillwright")).toMatchObject({
      losses: [],
      texts: {
        "agents/openai.yaml": "interface:\n  display_name: Deploy\n",
        "agents/skillwright.yaml":
          'dependencies:\n  tools:\n    - type: env_var\n      value: KEY\n    - type: mcp\n      value: ci\n      url: "https://ci.test/mcp"\n',
      },
    });
    const { texts = {}, losses } = compiled(files, "codex");
    expect([texts["agents/openai.yaml"], losses]).toEqual([
      'interface:\n  display_name: Deploy\npolicy:\n  allow_implicit_invocation: false\ndependencies:\n  tools:\n    - type: mcp\n      value: ci\n      url: "https://ci.test/mcp"\n',
      ["SK484 it needs `KEY`"],
    ]);
  });

  test("[CO1] as another host reads it: a setting that the host ignores is not an intent", () => {
    const { readBack } = compiled({ "SKILL.md": DEPLOY }, "skillwright", "codex") as { readBack: Intents };
    expect([readBack.modelInvocable, readBack.grantedTools, readBack.model]).toEqual([true, [], null]);
  });

  test("[CO2] what a host's reader would make something else of is written so that it does not, or reported", () => {
    const dashes = "---\nname: deploy\ndescription: before --- after\n---\nGo.\n";
    expect(compiled({ "SKILL.md": dashes }, "claude-code")).toMatchObject({
      texts: { "SKILL.md": '---\nname: deploy\ndescription: "before \\u002d-- after"\n---\nGo.\n' },
      losses: [],
    });
    const tags = "---\nname: deploy\ndescription: Makes <b>bold</b> text\n---\nGo.\n";
    expect(compiled({ "SKILL.md": tags }, "vscode").losses).toEqual([
      "SK484 its description is `Makes <b>bold</b> text`",
    ]);
    const nested = "---\nname: deploy\ndescription: Ships.\nmetadata:\n  a:\n    b: 1\n---\nGo.\n";
    expect(compiled({ "SKILL.md": nested }, "crush")).toMatchObject({
      texts: { "SKILL.md": "---\nname: deploy\ndescription: Ships.\nuser-invocable: true\n---\nGo.\n" },
      losses: ["SK484 it has in `metadata` `a`, and the host rejects a skill with them"],
    });
  });

  test.each([
    ["goose", ["SK484 its text contains `$1: argument 2`"]],
    ["claude-code", []],
    ["pi", ["SK484 its arguments are called `env`", "SK484 its text contains `$ARGUMENTS`, `$1: argument 2`, `$env`"]],
  ])("[CO2] placeholders mean something else in %s", (to, losses) => {
    const text = "---\nname: deploy\ndescription: Ships.\narguments: [env]\n---\nShip $1 and $ARGUMENTS to $env.\n";
    expect(compiled({ "SKILL.md": text }, to).losses).toEqual(losses);
  });

  test("[CO2] `$1` of a text that takes no arguments is its shell's", () => {
    const text = "---\nname: deploy\ndescription: Ships.\n---\nawk '{print $1}'\n";
    expect(compiled({ "SKILL.md": text }, "codex").losses).toEqual([]);
  });

  test.each([
    ["LF", "Go.\r\nand `x`\n\n"],
    ["CR LF", "---\r\nname: deploy\r\ndescription: Ships.\r\n---\r\nGo.\r\n\r\nNow.\r\n"],
    ["a byte order mark", "\ufeff---\nname: deploy\ndescription: Ships.\n---\nGo — now.\n"],
  ])("[CO1] the text stays as it is, to the byte: %s", (_, text) => {
    const whole = text.includes("---") ? text : `---\nname: deploy\ndescription: Ships.\n---\n${text}`;
    const { texts = {} } = compiled({ "SKILL.md": whole }, "claude-code");
    const body = whole.slice(whole.lastIndexOf("---") + 3).replace(/^\r?\n/, "");
    expect(texts["SKILL.md"]).toBe(`---\nname: deploy\ndescription: Ships.\n---\n${body}`);
  });

  test("[CO4] reports what the host would not accept", () => {
    const long = `---\nname: deploy\ndescription: ${"long ".repeat(300)}\n---\nGo.\n`;
    expect(compiled({ "SKILL.md": long }, "crush")).toEqual({
      rejected: { code: "SK733", reason: "the description has 1499 characters, at most 1024 are recommended" },
    });
  });

  test("[CO4] any bytes, from any host to any other: an answer", () => {
    const hosts = PROFILES.filter(({ runtime }) => runtime !== "none").map(({ name }) => name);
    const file = fc.oneof(
      fc.uint8Array(),
      fc.string({ unit: "binary" }).map(bytes),
      fc
        .tuple(
          fc.constantFrom(
            "name: a",
            "description: b",
            "paths: 3",
            "hooks: [1]",
            "metadata: x",
            "metadata: {skillwright: 3}",
            "context: [fork]",
          ),
          fc.string(),
        )
        .map(([key, body]) => bytes(`---\nname: d\ndescription: e\n${key}\n---\n${body}`)),
    );
    fc.assert(
      fc.property(file, file, fc.constantFrom(...hosts), fc.constantFrom(...hosts), (skill, sidecar, from, to) => {
        const files = new Map([
          ["SKILL.md", skill],
          ["agents/openai.yaml", sidecar],
        ]);
        const read = readIntents(files, "d", host(from));
        const intents = "intents" in read ? read.intents : { ...neutralIntents(), name: "d", description: "e" };
        const result = compileFiles({ files, intents, target: host(to) });
        return "rejected" in result || result.losses.every(({ code }) => /^SK48[0-4]$/.test(code));
      }),
      { numRuns: 300 },
    );
  });
});
