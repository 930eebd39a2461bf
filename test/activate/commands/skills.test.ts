import { describe, expect, test } from "vitest";
import { commandTable } from "../../../src/activate/commands/command-table.ts";
import { parseCareful } from "../../../src/format/parse/parse-careful.ts";
import { openSkills } from "../../../src/ops/open-skills.ts";
import { makeTree } from "../../tree.ts";

const REPO = "project/.agents/skills";

function skill(
  name: string,
  commands: string,
  body = "Do it: $command on $path at $level ($ARGUMENTS).\n",
  more = "",
): string {
  return `---\nname: ${name}\ndescription: Does ${name}.\n${more}commands:\n${commands}---\n${body}`;
}

const LINT =
  "  - name: lint\n    description: Looks for mistakes.\n    args:\n      - { name: path, required: true }\n      - { name: level, choices: [low, high], default: low }\n";

async function open(files: Record<string, string>) {
  const tree = makeTree({ "project/.git/HEAD": "", ...files });
  const skills = await openSkills({
    environment: tree.environment,
    files: tree.files,
    trust: "all",
    defaultSkills: false,
  });
  return { tree, skills, session: await skills.session({ id: "s", clock: () => 0 }) };
}

/** Returns only the instructions, without the envelope. */
const inner = (text = ""): string => /\n=== \S+ ===\n(.*)\n=== /s.exec(text)?.[1] ?? text;

describe("commands of skills", () => {
  const FILES = { [`${REPO}/code/SKILL.md`]: skill("code", LINT) };

  test.each([
    ["/code lint 'a b.ts' high", "Do it: lint on a b.ts at high (lint 'a b.ts' high)."],
    ["/code lint a.ts", "Do it: lint on a.ts at low (lint a.ts low)."],
    ["/lint a.ts --level high", "Do it: lint on a.ts at high (lint a.ts high)."],
    ["/LINT a.ts", "Do it: lint on a.ts at low (lint a.ts low)."],
    ["/code something else", "Do it: $command on $path at $level (something else)."],
  ])("[DP20] %s", async (message, expected) => {
    const { session } = await open(FILES);
    const { items, refused } = await session.turn(message);
    expect([inner(items[0]?.text).trim(), refused]).toEqual([expected, []]);
  });

  test("[DP20] the model's text names the command and its values, and no placeholder in an argument is replaced", async () => {
    const { skills } = await open(FILES);
    const activated = await skills.activate({
      asked: "code",
      actor: "user",
      command: "lint",
      arguments: "'$level; $1'",
    });
    const { activation } = activated as Extract<typeof activated, { activation: unknown }>;
    expect([activation.command, activation.arguments, activation.body]).toEqual([
      { name: "lint", values: { path: "$level; $1", level: "low" } },
      "lint '$level; $1' low",
      "Do it: lint on $level; $1 at low (lint '$level; $1' low).\n",
    ]);
  });

  test.each([
    ["/code lint", "SK472", "`path` is missing", "write `/code lint <path> [level]`"],
    [
      "/lint a.ts hgih --fast",
      "SK472",
      "`level` should be one of `low`, `high`, not `hgih` (did you mean `high`?); `lint` has no argument `--fast`",
      "write `/code lint <path> [level]`",
    ],
  ])("[DP20] %s is explained", async (message, code, reason, help) => {
    const { session } = await open(FILES);
    const { refused, items } = await session.turn(message);
    expect(refused).toEqual([expect.objectContaining({ code, reason, help })]);
    expect(items[0]?.text).toContain("was not loaded");
  });

  test("[DP20] an unknown command", async () => {
    const { skills } = await open(FILES);
    const ask = async (asked: string, command: string) => {
      const answer = await skills.activate({ asked, actor: "user", command });
      return "refusal" in answer ? [answer.refusal.code, answer.refusal.reason, answer.refusal.help] : [];
    };
    expect(await ask("code", "lnt")).toEqual(["SK471", "it has no command `lnt`", "did you mean `lint`?"]);
    expect(await ask("code", "xyzzy")).toEqual(["SK471", "it has no command `xyzzy`", "its commands are `lint`"]);
  });

  test("[DP20] workspace before plugin, user and bundled, then by id; a skill's name means the skill; every collision is reported", async () => {
    const { skills, session, tree } = await open({
      [`${REPO}/b/SKILL.md`]: skill("b", LINT, "repo b\n"),
      [`${REPO}/a/SKILL.md`]: skill("a", LINT, "repo a\n"),
      [`${REPO}/format/SKILL.md`]: skill("format", "  - name: format\n  - name: own\n", "format\n"),
      "home/.agents/skills/u/SKILL.md": skill("u", `${LINT}  - name: only\n  - name: format\n`, "user\n"),
      "home/.local/share/skillwright/plugins/p/skills/x/SKILL.md": skill("x", "  - name: only\n", "plugin\n"),
    });
    const said = async (message: string) =>
      inner((await session.turn(message)).items[0]?.text)
        .trim()
        .replace(/\n+/, " ");
    expect([
      await said("/lint x"),
      await said("/only"),
      await said("/u only"),
      await said("/format"),
      await said("/own"),
    ]).toEqual([
      "repo a ARGUMENTS: lint x low",
      "plugin ARGUMENTS: only",
      "user ARGUMENTS: only",
      "format",
      "format ARGUMENTS: own",
    ]);
    const { diagnostics } = commandTable(skills.snapshot);
    expect(tree.plain(diagnostics.map(({ code, message, help }) => [code, message, help]))).toEqual([
      [
        "SK470",
        "the command `/lint` of `b` cannot be called as `/lint`: the command of `a` takes precedence",
        "write `/b lint`, or rename the command",
      ],
      [
        "SK470",
        "the command `/lint` of `u` cannot be called as `/lint`: the command of `a` takes precedence",
        "write `/u lint`, or rename the command",
      ],
      [
        "SK470",
        "the command `/only` of `u` cannot be called as `/only`: the command of `p:x` takes precedence",
        "write `/u only`, or rename the command",
      ],
      [
        "SK470",
        "the command `/format` of `u` cannot be called as `/format`: the skill `format` has that name",
        "write `/u format`, or rename the command",
      ],
    ]);
  });

  test("[DP20] the list of commands has them, without the host's own commands and those that the user may not call", async () => {
    const files = {
      ...FILES,
      [`${REPO}/hidden/SKILL.md`]: skill("hidden", "  - name: secret\n", "x\n", "user-invocable: false\n"),
    };
    const { skills } = await open(files);
    const lint = {
      name: "lint",
      description: "Looks for mistakes.",
      argumentHint: "<path> [level]",
      source: "skill",
      of: "code",
      args: [
        { name: "path", required: true },
        { name: "level", required: false, default: "low", choices: ["low", "high"] },
      ],
    };
    expect((await skills.commands()).slice(1)).toEqual([lint]);
    expect((await skills.commands({ commands: ["/lint"] })).map(({ name }) => name)).toEqual(["code"]);
    expect((await skills.commands({ scope: { skills: ["hidden"] } })).map(({ name }) => name)).toEqual([]);
  });

  test("[DP20] only a slash calls a command", async () => {
    const { session } = await open(FILES);
    for (const message of ["$lint a.ts", "please /lint a.ts", "lint a.ts"])
      expect([(await session.resolve(message)).selected, (await session.resolve(message)).refused]).toEqual([[], []]);
  });
});

describe("declarations of commands", () => {
  function read(commands: string): { commands: unknown; said: string[] } {
    const text = `---\nname: a\ndescription: b\ncommands:\n${commands}---\n`;
    const root = {
      path: "/r",
      scope: "repo",
      label: "r",
      from: "",
      namedBy: "project",
      namedIn: "/r",
      trusted: true,
      followLinks: true,
      exists: true,
      configured: false,
      namespace: "",
    } as const;
    const { skill: parsed, diagnostics } = parseCareful(
      { path: "/r/a/SKILL.md", directory: "/r/a", root },
      Buffer.from(text),
      1e6,
    );
    return {
      commands: parsed?.manifest.commands,
      said: diagnostics.map(({ code, at, message }) => `${code} ${at?.line}:${at?.column} ${message}`),
    };
  }

  test("[DP20] with types, defaults and choices", () => {
    expect(
      read(
        "  - name: x\n    args:\n      - a\n      - { name: b, type: integer, default: 3, required: true }\n      - { name: c, choices: [1, two, yes], default: yes }\n      - { name: d, type: number, choices: [0.5, 1] }\n      - { name: e, type: boolean, default: true, description: Says yes }\n",
      ),
    ).toEqual({
      commands: [
        {
          name: "x",
          description: "",
          args: [
            { name: "a", required: false },
            { name: "b", required: false, type: "integer", default: 3 },
            { name: "c", required: false, default: "yes", choices: ["1", "two", "yes"] },
            { name: "d", required: false, type: "number", choices: [0.5, 1] },
            { name: "e", description: "Says yes", required: false, type: "boolean", default: true },
          ],
        },
      ],
      said: [],
    });
  });

  test("[DP20] `arguments` is `args`", () => {
    expect(read("  - name: x\n    arguments: [a]\n")).toEqual({
      commands: [{ name: "x", description: "", args: [{ name: "a", required: false }] }],
      said: [],
    });
  });

  test.each<[string, string, number, string[]]>([
    [
      "a key that means nothing",
      "  - name: x\n    argumnts: [a]\n  - name: y\n    args: [{ name: a, kind: integer }]\n",
      2,
      [
        "SK108 6:15 `argumnts` of `x` is not valid; it is ignored",
        "SK108 8:29 `kind` of `a` is not valid; it is ignored",
      ],
    ],
    [
      "no name",
      "  - description: x\n",
      0,
      [
        "SK108 5:5 a command needs a `name` that can be typed: letters, digits, `_`, `-`, `.` and `:`; this command is ignored",
      ],
    ],
    [
      "a name with a blank",
      "  - name: two words\n",
      0,
      [
        "SK108 5:11 a command needs a `name` that can be typed: letters, digits, `_`, `-`, `.` and `:`; this command is ignored",
      ],
    ],
    [
      "a name twice",
      "  - name: x\n  - name: x\n",
      1,
      ["SK108 6:11 another command is called `x` already; this command is ignored"],
    ],
    [
      "arguments that are no list",
      "  - name: x\n    args: 3\n",
      1,
      ["SK108 6:11 the `args` of `x` should be a list; the value is ignored"],
    ],
    [
      "an argument without a name",
      "  - name: x\n    args:\n      - { type: integer }\n",
      1,
      ["SK108 7:9 an argument of `x` needs a `name` of letters, digits, `_` and `-`; this argument is ignored"],
    ],
    [
      "another type",
      "  - name: x\n    args:\n      - { name: a, type: date }\n",
      1,
      ["SK108 7:26 the type of `a` is unknown; it is read as `string`"],
    ],
    [
      "a default of another type",
      "  - name: x\n    args:\n      - { name: a, type: integer, default: many }\n",
      1,
      ["SK108 7:44 the default of `a` is not of type `integer`; it is ignored"],
    ],
    [
      "a default that is not among the choices",
      "  - name: x\n    args:\n      - name: a\n        choices: [b, c]\n        default: d\n",
      1,
      ["SK108 9:18 the default of `a` is not one of `b`, `c`; it is ignored"],
    ],
    [
      "choices of another type",
      "  - name: x\n    args:\n      - { name: a, type: number, choices: [x] }\n",
      1,
      ["SK108 7:43 the choices of `a` should be a list of values of type `number`"],
    ],
    [
      "an argument twice",
      "  - name: x\n    args: [a, a]\n",
      1,
      ["SK108 6:15 `x` has an argument `a` already; this argument is ignored"],
    ],
  ])("[DP20] %s", (_, commands, count, said) => {
    const found = read(commands);
    expect([(found.commands as unknown[]).length, found.said]).toEqual([count, said]);
  });

  test("[DP20] the number of commands is limited", () => {
    const many = Array.from({ length: 200 }, (_, at) => `  - name: c${at}\n`).join("");
    const found = read(many);
    expect([(found.commands as unknown[]).length, found.said]).toEqual([
      100,
      [expect.stringContaining("more than 100 commands")],
    ]);
  });
});
