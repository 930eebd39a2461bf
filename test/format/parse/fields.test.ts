import { describe, expect, test } from "vitest";
import { HOST_KEYS, KNOWN_KEYS } from "../../../src/format/parse/fields/fields.ts";
import { splitTools } from "../../../src/format/parse/fields/split-tools.ts";
import { parseCareful } from "../../../src/format/parse/parse-careful.ts";
import { PROFILES } from "../../../src/hosts/profiles/profiles.ts";
import type { Manifest } from "../../../src/model/skills/skill.ts";
import { load, makeTree, rootAt } from "../../tree.ts";

const PLACE = { path: "/r/pdf/SKILL.md", directory: "/r/pdf", root: rootAt("/r") };

function read(lines: string) {
  const { skill, diagnostics } = parseCareful(
    PLACE,
    Buffer.from(`---\nname: pdf\ndescription: x\n${lines}---\n`),
    65_536,
  );
  return { manifest: skill?.manifest as Manifest, codes: diagnostics.map((each) => each.code), diagnostics, skill };
}

describe("every field", () => {
  test.each<[string, string, Manifest]>([
    ["license", "license: Apache-2.0\n", { license: "Apache-2.0" }],
    ["compatibility", "compatibility: Needs git and jq\n", { compatibility: "Needs git and jq" }],
    ["metadata", "metadata:\n  author: me\n  version: '1.0'\n", { metadata: { author: "me", version: "1.0" } }],
    ["allowed-tools", "allowed-tools: Read Grep\n", { allowedTools: ["Read", "Grep"] }],
  ])("[P14] of the specification: %s", (_, lines, expected) => {
    expect(read(lines)).toMatchObject({ manifest: expected, codes: [] });
  });

  test.each<[string, string, Manifest]>([
    ["when_to_use", "when_to_use: When PDFs come up.\n", { whenToUse: "When PDFs come up." }],
    ["argument-hint", "argument-hint: <file> [page]\n", { argumentHint: "<file> [page]" }],
    ["arguments, as words", "arguments: file page\n", { arguments: ["file", "page"] }],
    ["arguments, as a list", "arguments: [file, page]\n", { arguments: ["file", "page"] }],
    ["disable-model-invocation", "disable-model-invocation: true\n", { disableModelInvocation: true }],
    ["user-invocable", "user-invocable: false\n", { userInvocable: false }],
    ["disallowed-tools", "disallowed-tools: [Bash, Write]\n", { disallowedTools: ["Bash", "Write"] }],
    ["model", "model: opus\n", { model: "opus" }],
    ["effort", "effort: high\n", { effort: "high" }],
    ["context", "context: fork\n", { context: "fork" }],
    ["agent", "agent: Explore\n", { agent: "Explore" }],
    ["background", "background: true\n", { background: true }],
    ["hooks", "hooks:\n  PreToolUse:\n    - matcher: Bash\n", { hooks: { PreToolUse: [{ matcher: "Bash" }] } }],
    ["paths, as text", 'paths: "src/**/*.{ts,tsx}, docs/*.md"\n', { paths: ["src/**/*.{ts,tsx}", "docs/*.md"] }],
    ["paths, as a list", "paths:\n  - 'src/**'\n  - docs/*.md\n", { paths: ["src/**", "docs/*.md"] }],
    ["shell", "shell: powershell\n", { shell: "powershell" }],
  ])("[P14] of Claude Code: %s", (_, lines, expected) => {
    expect(read(lines)).toMatchObject({ manifest: expected, codes: [] });
  });

  test.each<[string, string, Manifest]>([
    ["triggers", "triggers:\n  - open a pdf\n  - fill a form\n", { triggers: ["open a pdf", "fill a form"] }],
    ["triggers, as text", "triggers: open a pdf, please\n", { triggers: ["open a pdf, please"] }],
    [
      "eligibility",
      "eligibility:\n  os: [linux, darwin]\n  required_bins: [pdftotext]\n  any-bins: qpdf, mutool\n  required_env: [KEY]\n  required_config: [pdf.key]\n  required-skills: [doc]\n  conflicts: [old-pdf]\n  unknown: [x]\n",
      {
        eligibility: {
          os: ["linux", "darwin"],
          requiredBins: ["pdftotext"],
          anyBins: ["qpdf", "mutool"],
          requiredEnv: ["KEY"],
          requiredConfig: ["pdf.key"],
          requiredSkills: ["doc"],
          conflicts: ["old-pdf"],
        },
      },
    ],
    [
      "commands",
      "commands:\n  - name: extract\n    description: Takes text out\n    args:\n      - name: file\n        description: The PDF\n        required: true\n      - page\n      - 7\n  - nonsense\n  - name: merge\n",
      {
        commands: [
          {
            name: "extract",
            description: "Takes text out",
            args: [
              { name: "file", description: "The PDF", required: true },
              { name: "page", required: false },
            ],
          },
          { name: "merge", description: "", args: [] },
        ],
      },
    ],
  ])("[P14] of Aleph: %s", (_, lines, expected) => {
    expect(read(lines).manifest).toEqual(expected);
  });

  test("[P14] [E1] of OpenClaw: its block in metadata, as JSON or as YAML", async () => {
    const json = 'metadata: {"openclaw": {"emoji": "📄", "os": ["plan9"], "requires": {"bins": ["nobin"]}}}\n';
    const yaml = "metadata:\n  openclaw:\n    emoji: 📄\n    os: [plan9]\n    requires:\n      bins: [nobin]\n";
    expect(read(json).manifest).toEqual(read(yaml).manifest);
    const tree = makeTree({ "home/.agents/skills/pdf/SKILL.md": `---\nname: pdf\ndescription: x\n${json}---\n` });
    const { snapshot } = await load(tree);
    expect(snapshot.ineligible.map((each) => each.missing.map((one) => one.code))).toEqual([["SK204", "SK205"]]);
  });

  test("[P14] [E1] of OpenClaw: metadata as JSON in quotes, which it reads too", () => {
    const lines = (json: string): string => `metadata: '${json}'\n`;
    expect(read(lines('{"openclaw": {"os": ["linux"]}}'))).toMatchObject({
      manifest: { metadata: { openclaw: { os: ["linux"] } } },
      codes: [],
    });
    expect(Object.keys(read(lines('{"__proto__": {"x": 1}}')).manifest.metadata ?? {})).toEqual(["__proto__"]);
    for (const text of ["{", "[1]", '{"a": }', "text"])
      expect(read(lines(text))).toMatchObject({ manifest: {}, codes: ["SK108"] });
  });

  test("[P14] an unknown requirement is reported, not dropped", () => {
    expect(read("eligibility:\n  os: [linux]\n  needs: [x]\n")).toMatchObject({
      manifest: { eligibility: { os: ["linux"] } },
      codes: ["SK114"],
    });
  });

  test("[P14] the keys that mean something", () => {
    expect(KNOWN_KEYS).toEqual([
      "name",
      "description",
      "license",
      "compatibility",
      "metadata",
      "allowed-tools",
      "disallowed-tools",
      "when_to_use",
      "argument-hint",
      "arguments",
      "disable-model-invocation",
      "user-invocable",
      "model",
      "effort",
      "context",
      "agent",
      "background",
      "hooks",
      "paths",
      "shell",
      "triggers",
      "eligibility",
      "commands",
    ]);
  });
});

describe("types", () => {
  test.each<[string, string, string, string[]]>([
    ["a whole number", "license: 42\n", "42", ["SK107"]],
    ["a fraction", "license: 1.5\n", "1.5", ["SK107"]],
    ["a negative number", "license: -3\n", "-3", ["SK107"]],
    ["a boolean", "license: true\n", "true", ["SK107"]],
    ["a boolean, as written", "license: False\n", "False", ["SK107"]],
    ["a number with a comment", "license: 42 # why not\n", "42", ["SK107"]],
    ["a version of two parts", "license: 1.0\n", "1.0", []],
    ["a version of three parts", "license: 1.2.3\n", "1.2.3", []],
    ["a date", "license: 2024-01-01\n", "2024-01-01", []],
    ["a time", "license: 2024-01-01T10:00:00Z\n", "2024-01-01T10:00:00Z", []],
    ["leading zeros", "license: 007\n", "007", []],
    ["an exponent", "license: 1e3\n", "1e3", []],
    ["a hexadecimal number", "license: 0x1F\n", "0x1F", []],
    ["a number in quotes", 'license: "42"\n', "42", []],
    ["more digits than a number has", "license: 12345678901234567890\n", "12345678901234567890", []],
    ["yes", "license: yes\n", "yes", []],
    ["a key in quotes", '"license": 42\n', "42", ["SK107"]],
    ["a key with a blank", "license : 42\n", "42", ["SK107"]],
    ["an anchor before it", "license: &x 42\n", "42", ["SK107"]],
  ])("[P11] %s", (_, lines, license, codes) => {
    expect(read(lines)).toMatchObject({ manifest: { license }, codes });
  });

  test("[P11] a name that is a number is that text, with a word", () => {
    const { skill, diagnostics } = parseCareful(PLACE, Buffer.from("---\nname: 123\ndescription: 4.5\n---\n"), 65_536);
    expect([skill?.name, skill?.description]).toEqual(["123", "4.5"]);
    expect(diagnostics[0]).toEqual({
      code: "SK107",
      severity: "warning",
      message: "`name: 123` is a number in YAML; it is read as text",
      path: PLACE.path,
      at: { path: PLACE.path, line: 2, column: 1, length: 4, text: "name: 123" },
      help: 'put it in quotes: `name: "123"`',
      fix: [{ start: 6, end: 9, text: '"123"' }],
    });
  });

  test("[P11] a mapping on one line, as JSON writers have it", () => {
    const { skill } = parseCareful(
      PLACE,
      Buffer.from('---\n{"name": "pdf", "description": 7, "license": "MIT"}\n---\n'),
      65_536,
    );
    expect([skill?.name, skill?.description, skill?.manifest.license]).toEqual(["pdf", "7", "MIT"]);
  });

  test.each<[string, string]>([
    ["license", "license: [MIT]\n"],
    ["license", "license:\n  name: MIT\n"],
    ["metadata", "metadata: text\n"],
    ["metadata", "metadata: [a]\n"],
    ["metadata", "metadata: 3\n"],
    ["allowed-tools", "allowed-tools: {Read: true}\n"],
    ["allowed-tools", "allowed-tools: 3\n"],
    ["model", "model: {}\n"],
    ["hooks", "hooks: [a]\n"],
    ["triggers", "triggers: {}\n"],
    ["eligibility", "eligibility: linux\n"],
    ["eligibility", "eligibility: [linux]\n"],
    ["commands", "commands: extract\n"],
    ["background", "background: perhaps\n"],
    ["paths", "paths: {}\n"],
  ])("[P11] a wrong type of %s is ignored: %j", (key, lines) => {
    const { manifest, diagnostics } = read(lines);
    expect(manifest).toEqual({});
    expect(diagnostics).toMatchObject([
      {
        code: "SK108",
        message: expect.stringMatching(new RegExp(`^\`${key}\` should be .+; it is ignored$`)),
        at: { line: 4, column: 1 },
      },
    ]);
  });

  test.each(["license", "metadata", "allowed-tools", "model", "hooks", "disable-model-invocation", "argument-hint"])(
    "[P11] `%s:` without a value is as if it were not there",
    (key) => {
      for (const empty of ["", " ", " ~", " null"])
        expect(read(`${key}:${empty}\n`)).toMatchObject({ manifest: {}, codes: [] });
    },
  );

  test("[P11] list items that are numbers or booleans are text", () => {
    expect(read("triggers: [1, true, ~, a, 1.0]\n").manifest).toEqual({ triggers: ["1", "true", "a", "1.0"] });
  });
});

describe("tools and hints", () => {
  test.each<[string, string[]]>([
    ["", []],
    ["Read", ["Read"]],
    ["Read Grep", ["Read", "Grep"]],
    ["Read, Grep", ["Read", "Grep"]],
    ["Read,Grep,", ["Read", "Grep"]],
    [" ,, Read ,\tGrep\n", ["Read", "Grep"]],
    ["Bash(git log *), Read", ["Bash(git log *)", "Read"]],
    ["Bash(git:*) Bash(npm run a, b)", ["Bash(git:*)", "Bash(npm run a, b)"]],
    ["Bash(a (b, c) d) Read", ["Bash(a (b, c) d)", "Read"]],
    ["Bash(a, b", ["Bash(a, b"]],
    ["a) b", ["a)", "b"]],
    ["mcp__server__tool *", ["mcp__server__tool", "*"]],
  ])("[P11] %j → %j", (text, expected) => {
    expect(splitTools(text)).toEqual(expected);
  });

  test.each<[string, string[]]>([
    ["allowed-tools: Bash(git log *), Read\n", ["Bash(git log *)", "Read"]],
    ["allowed-tools:\n  - Bash(git log *)\n  - Read, Grep\n", ["Bash(git log *)", "Read, Grep"]],
    ["allowed-tools: [Read, Grep]\n", ["Read", "Grep"]],
    ['allowed-tools: ["Bash(git a, b)", Read]\n', ["Bash(git a, b)", "Read"]],
    ['allowed-tools: "*"\n', ["*"]],
    ["allowed-tools: []\n", []],
    ['allowed-tools: ""\n', []],
    ["allowed-tools: >-\n  Read\n  Grep\n", ["Read", "Grep"]],
  ])("[P11] %j → %j", (lines, allowedTools) => {
    expect(read(lines)).toMatchObject({ manifest: { allowedTools }, codes: [] });
  });

  test.each([
    ["[x]", "[x]"],
    ["[file] [page]", "[file] [page]"],
    ["<file>", "<file>"],
    ["[file] # comment", "[file]"],
    ["{a: b}", "{a: b}"],
    ["'[x]'", "[x]"],
    ["12", "12"],
    ["[a, b]", "[a, b]"],
  ])("[P11] argument-hint: %s", (written, argumentHint) => {
    expect(read(`argument-hint: ${written}\n`).manifest).toEqual({ argumentHint });
  });
});

describe("unknown keys", () => {
  test("[P14] one is kept and reported", () => {
    const { manifest, diagnostics } = read("author: me\n");
    expect(manifest).toEqual({ extra: { author: "me" } });
    expect(diagnostics).toEqual([
      {
        code: "SK113",
        severity: "info",
        message: "`author` is not a key of the specification",
        path: PLACE.path,
        at: { path: PLACE.path, line: 4, column: 1, length: 6, text: "author: me" },
        help: "hosts ignore such keys; your own belong under `metadata`",
      },
    ]);
  });

  test("[P14] several are one report", () => {
    const { manifest, diagnostics } = read("author: me\ntags: [a, b]\nversion: 1.0\n");
    expect(manifest).toEqual({ extra: { author: "me", tags: ["a", "b"], version: "1.0" } });
    expect(diagnostics.map((each) => [each.code, each.message, each.at?.line])).toEqual([
      ["SK113", "`author`, `tags`, `version` are not keys of the specification", 4],
    ]);
  });

  test.each([
    ["user-invokable", "user-invocable"],
    ["allowedTools", "allowed-tools"],
    ["allowed_tools", "allowed-tools"],
    ["allowed-tool", "allowed-tools"],
    ["Description", "description"],
    ["whenToUse", "when_to_use"],
    ["when-to-use", "when_to_use"],
    ["compatability", "compatibility"],
    ["argument_hint", "argument-hint"],
    ["disable-model-invokation", "disable-model-invocation"],
    ["Hooks", "hooks"],
  ])("[P14] %s is a near miss of %s", (key, meant) => {
    const { manifest, diagnostics } = read(`${key}: x\n`);
    expect(manifest).toEqual({ extra: { [key]: "x" } });
    expect(diagnostics).toEqual([
      {
        code: "SK114",
        severity: "warning",
        message: `\`${key}\` is not a known key; \`${meant}\` is`,
        path: PLACE.path,
        at: { path: PLACE.path, line: 4, column: 1, length: key.length, text: `${key}: x` },
        help: `write \`${meant}\` if that is what you meant`,
        // No repair changes a key that grants something, and no repair renames a key to one that exists.
        ...(["allowed-tools", "hooks", "description"].includes(meant)
          ? {}
          : { fix: [{ start: 25, end: 25 + key.length, text: meant }] }),
      },
    ]);
  });

  test.each(["tags", "version", "author", "x", "category", "agents", "argument", "trigger", "command"])(
    "[P14] %s is not a near miss",
    (key) => {
      expect(read(`${key}: x\n`).codes).toEqual(["SK113"]);
    },
  );

  test.each([...HOST_KEYS])("[P14] %s, which a host reads, is kept and not reported", (key) => {
    expect(read(`${key}: x\n`)).toMatchObject({ codes: [], manifest: { extra: { [key]: "x" } } });
  });

  test("[P14] every key that a profile names is known, apart from two that mean something else for most authors", () => {
    const named = new Set(PROFILES.flatMap(({ fields }) => fields).filter((key) => !key.includes(".")));
    expect([...named].filter((key) => !KNOWN_KEYS.includes(key) && !HOST_KEYS.has(key))).toEqual([
      "version",
      "allowedTools",
    ]);
  });

  test.each<[string, Manifest]>([
    ["disable_model_invocation: true\n", { disableModelInvocation: true }],
    ["user_invocable: false\n", { userInvocable: false }],
    ["disable_model_invocation: true\ndisable-model-invocation: false\n", { disableModelInvocation: false }],
  ])("[P14] an alias is accepted: %j", (lines, expected) => {
    expect(read(lines)).toMatchObject({ manifest: expected, codes: ["SK115"] });
  });
});

describe("data that looks like code", () => {
  test("[P15] metadata passes through unchanged", () => {
    const { manifest, codes } = read(
      "metadata:\n  a:\n    b: [1, two, {c: ~}]\n  d: true\n  'e f': 1.50\n  g: 2024-01-01\n  '': x\n",
    );
    expect(manifest).toEqual({
      metadata: { a: { b: [1, "two", { c: null }] }, d: true, "e f": "1.50", g: "2024-01-01", "": "x" },
    });
    expect(codes).toEqual([]);
  });

  test.each(["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "../x", "../../etc/passwd"])(
    "[P15] %s is an ordinary key",
    (key) => {
      const { manifest } = read(`metadata:\n  "${key}": {polluted: 1}\n"${key}": {polluted: 1}\n`);
      expect(Object.entries(manifest.metadata ?? {})).toEqual([[key, { polluted: 1 }]]);
      expect(Object.entries(manifest.extra ?? {})).toEqual([[key, { polluted: 1 }]]);
      expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
      expect(Object.getPrototypeOf(manifest.metadata)).toBe(Object.prototype);
    },
  );

  test.each(["__proto__", "constructor", "../x", "../../etc/passwd", "a/b", "C:\\x"])(
    "[P15] a skill called %s is just called that",
    async (name) => {
      const tree = makeTree({
        "r/a/SKILL.md": `---\nname: "${name.replaceAll("\\", "\\\\")}"\ndescription: x\n---\n`,
        "r/b/SKILL.md": "---\nname: b\ndescription: x\n---\n",
      });
      const { snapshot } = await load(tree, { ambient: false, roots: [tree.at("r")], config: { disable: ["b"] } });
      expect(snapshot.skills.map(({ skill }) => [skill.name, tree.plain(skill.path)])).toEqual([
        [name, "/r/a/SKILL.md"],
      ]);
      expect(snapshot.disabled).toHaveLength(1);
    },
  );
});
