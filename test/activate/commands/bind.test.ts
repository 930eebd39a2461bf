import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bindArguments } from "../../../src/activate/commands/bind-arguments.ts";
import { argumentLines, commandUsage } from "../../../src/activate/commands/command-usage.ts";
import { PLACEHOLDER_SYNTAXES } from "../../../src/activate/prepare/substitute/placeholder-syntax.ts";
import { splitArguments } from "../../../src/activate/prepare/substitute/split-arguments.ts";
import type { CommandArg, SkillCommandSpec } from "../../../src/model/skills/skill.ts";
import { quoteWord } from "../../../src/model/text/text.ts";

const LINT: SkillCommandSpec = {
  name: "lint",
  description: "Looks for mistakes.",
  args: [
    { name: "path", required: true, description: "The file" },
    { name: "level", required: false, choices: ["low", "high"], default: "low" },
    { name: "max", required: false, type: "integer" },
    { name: "ratio", required: false, type: "number", default: 0.5 },
    { name: "fix", required: false, type: "boolean", default: false },
  ],
};
const SAY: SkillCommandSpec = {
  name: "say",
  description: "",
  args: [
    { name: "to", required: true },
    { name: "what", required: false },
  ],
};
const BARE: SkillCommandSpec = { name: "go", description: "", args: [] };

function bound(words: string, spec: SkillCommandSpec = LINT): unknown {
  const { values, problems } = bindArguments(words === "" ? [] : words.split(" "), spec);
  return problems.length > 0 ? problems : Object.fromEntries(values);
}

const DEFAULTS = { level: "low", ratio: 0.5, fix: false };

describe("arguments of a command", () => {
  test.each<[string, unknown]>([
    ["a.ts", { path: "a.ts", ...DEFAULTS }],
    ["a.ts high 3 0.25 true", { path: "a.ts", level: "high", max: 3, ratio: 0.25, fix: true }],
    ["a.ts --fix --level high", { path: "a.ts", ...DEFAULTS, level: "high", fix: true }],
    ["--level=high a.ts --no-fix", { path: "a.ts", ...DEFAULTS, level: "high" }],
    ["--max -3 --path x", { path: "x", ...DEFAULTS, max: -3 }],
    ["a.ts low -3", { path: "a.ts", ...DEFAULTS, max: -3 }],
    ["-- --path", { path: "--path", ...DEFAULTS }],
    ["a.ts low 1e3 1e3 on", { path: "a.ts", level: "low", max: 1000, ratio: 1000, fix: true }],
    ["--path=", { path: "", ...DEFAULTS }],
    ["", ["`path` is missing"]],
    ["a.ts hihg", ["`level` should be one of `low`, `high`, not `hihg` (did you mean `high`?)"]],
    ["a.ts --max 1.5", ["`max` should be a whole number, not `1.5`"]],
    ["a.ts --max 99999999999999999999", ["`max` should be a whole number, not `99999999999999999999`"]],
    ["a.ts --ratio 0x10", ["`ratio` should be a number, not `0x10`"]],
    ["a.ts --fix=maybe", ["`fix` should be `true` or `false`, not `maybe`"]],
    ["a.ts low 1 2 yes more words", ["`lint` takes at most 5, and the call has 2 more"]],
    [
      "--levl high",
      [
        "`lint` has no argument `--levl` (did you mean `--level`?)",
        "`level` should be one of `low`, `high`, not `high`",
      ].slice(0, 1),
    ],
    ["a.ts --level", ["`--level` needs a value"]],
    [
      "--max some --form x --level",
      ["`max` should be a whole number, not `some`", "`lint` has no argument `--form`", "`--level` needs a value"],
    ],
  ])("[DP20] lint %s", (words, expected) => {
    expect(bound(words)).toEqual(expected);
  });

  test("[DP20] a string at the end takes the remaining words; a command without arguments takes none", () => {
    expect(bound("you hello there, world", SAY)).toEqual({ to: "you", what: "hello there, world" });
    expect(bound("", BARE)).toEqual({});
    expect(bound("x", BARE)).toEqual(["`go` takes no arguments, and the call has 1 more"]);
  });

  test("[DP24] are shown as they are written", () => {
    expect([commandUsage(LINT), commandUsage(BARE)]).toEqual(["lint <path> [level] [max] [ratio] [--fix]", "go"]);
    expect(argumentLines(LINT)).toEqual([
      ["path", "string, required", "The file"],
      ["level", "low | high, default low", ""],
      ["max", "integer", ""],
      ["ratio", "number, default 0.5", ""],
      ["fix", "boolean, default false", ""],
    ]);
  });

  const argument: fc.Arbitrary<CommandArg> = fc.record(
    {
      name: fc.stringMatching(/^[a-z]{1,6}$/),
      required: fc.boolean(),
      type: fc.constantFrom("string", "number", "integer", "boolean"),
    },
    { requiredKeys: ["name", "required"] },
  );
  const spec = fc
    .uniqueArray(argument, { maxLength: 5, selector: ({ name }) => name })
    .map((args): SkillCommandSpec => ({ name: "c", description: "", args }));

  test("[DP20] any words: each value has its type, or there is a problem", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom("--", "--a", "--a=1", "true", "7", "1.5"))),
        spec,
        (words, command) => {
          const { values, problems } = bindArguments(words, command);
          if (problems.length > 0) return true;
          return command.args.every(({ name, required, type = "string" }) => {
            const value = values.get(name);
            if (value === undefined) return !required;
            return type === "integer" ? Number.isSafeInteger(value) : typeof value === type;
          });
        },
      ),
    );
  });

  test("[DP20] a word that is quoted is one word again, whatever is in it", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" }), { maxLength: 6 }), (words) => {
        const line = words.map(quoteWord).join(" ");
        expect(splitArguments(line, PLACEHOLDER_SYNTAXES["claude-code"])).toEqual({ words, unclosed: false });
      }),
    );
  });
});
