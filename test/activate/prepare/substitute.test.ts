import { describe, expect, test } from "vitest";
import { hostPlaceholders } from "../../../src/activate/prepare/substitute/host-placeholders.ts";
import { NOT_RUN } from "../../../src/activate/prepare/substitute/pieces.ts";
import { substitute } from "../../../src/activate/prepare/substitute/substitute.ts";
import { findProfile, PROFILES } from "../../../src/hosts/profiles/profiles.ts";
import { skillwright } from "../../../src/hosts/profiles/skillwright.ts";
import type { ArgumentRule, HostProfile } from "../../../src/model/host-profile.ts";
import { skillAt } from "./skill-at.ts";

const claudeCode = findProfile("claude-code") as HostProfile;
const goose = findProfile("goose") as HostProfile;
const openclaw = findProfile("openclaw") as HostProfile;
const opencode = findProfile("opencode") as HostProfile;
const pickleBot = findProfile("pickle-bot") as HostProfile;

interface Call {
  readonly names?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
}

/** Returns the text that the model reads below the frontmatter, with appended text. */
function filled(
  { arguments: rule }: Pick<HostProfile, "arguments">,
  body: string,
  typed?: string,
  call: Call = {},
): string {
  const { text, appended } = substitute(body, {
    arguments: typed,
    names: call.names ?? [],
    hostPlaceholders: call.variables ?? {},
    rule,
  });
  return text + appended;
}

describe("[Q1] without arguments", () => {
  test.each([
    "awk '{print $1}' and $5.00",
    "Fix $ARGUMENTS and $ARGUMENTS[0]",
    "\\$1 stays \\\\$1 too",
    "$name ${HOME} $(date) $$",
  ])("the text stays unchanged: %j", (body) => {
    expect(filled(skillwright, body)).toBe(body);
    expect(filled(skillwright, body, "")).toBe(body);
    expect(filled(skillwright, body, "  \n")).toBe(body);
  });

  test("but a declared name is removed", () => {
    expect(filled(skillwright, "[$issue] [$branch] [$other] $1", undefined, { names: ["issue", "branch"] })).toBe(
      "[] [] [$other] $1",
    );
  });
});

describe("[Q2] placeholders, as Claude Code's documents have them", () => {
  test.each<[body: string, typed: string, expected: string, names?: string[]]>([
    ["A $ARGUMENTS B", "one two", "A one two B"],
    ["A $ARGUMENTS B", `  "one  two" `, `A   "one  two"  B`],
    ["A $0 $1 B", "one two", "A one two B"],
    ["A $0 $1 $2 B", "one two", "A one two $2 B"],
    ["A $ARGUMENTS[0] $ARGUMENTS[1] $ARGUMENTS[5] B", "one two", "A one two $ARGUMENTS[5] B"],
    ["$issue and $branch", "12 main", "12 and main", ["issue", "branch"]],
    ["$issue and $branch", "12", "12 and ", ["issue", "branch"]],
    [
      "$issues $issue-x $issue_x ${issue} $issue[0] $issue.",
      "12",
      "$issues 12-x $issue_x ${issue} $issue[0] 12.",
      ["issue"],
    ],
    ["$my-arg $my", "a b", "b a", ["my", "my-arg"]],
    ["$10 $00 $1x $1.5 x$0 $$0", "a b c", "$10 a $1x b.5 xa $a"],
    ["$ARGUMENTSX $ARGUMENTS_ $ARGUMENTS[x] $ARGUMENTS[] $ARGUMENTS[0", "a b", "a bX a b_ a b[x] a b[] a b[0"],
    ["$prénom", "Zoë", "Zoë", ["prénom"]],
    ["$99999999999999999999999", "a", "$99999999999999999999999\n\nARGUMENTS: a"],
  ])("%j with %j", (body, typed, expected, names = []) => {
    expect(filled(skillwright, body, typed, { names })).toBe(expected);
    expect(filled(claudeCode, body, typed, { names })).toBe(expected);
  });

  test.each<[body: string, expected: string]>([
    ["\\$0", "$0"],
    ["\\\\$0", "\\\\V"],
    ["\\\\\\$0", "\\\\\\V"],
    ["\\$ARGUMENTS \\\\$ARGUMENTS", "$ARGUMENTS \\\\V"],
    ["\\$ARGUMENTS[0] $0", "$ARGUMENTS[0] V"],
    ["\\$issue $issue", "$issue V"],
    ["\\$other \\n $0", "\\$other \\n V"],
    ["\\$7 $0", "$7 V"],
  ])("one backslash keeps what follows: %j", (body, expected) => {
    expect(filled(skillwright, body, "V", { names: ["issue"] }).replace("\n\nARGUMENTS: V", "")).toBe(expected);
  });
});

describe("[Q2] arguments that no placeholder uses are appended once", () => {
  test.each<[body: string, typed: string, expected: string, names?: string[]]>([
    ["plain", "one two", "plain\n\nARGUMENTS: one two"],
    ["trail\n", "a", "trail\n\n\nARGUMENTS: a"],
    ["only $7", "one two", "only $7\n\nARGUMENTS: one two"],
    ["only \\$0", "one", "only $0\n\nARGUMENTS: one"],
    ["a name that got nothing: [$b]", "one", "a name that got nothing: []", ["a", "b"]],
    ["$0 only the first", "one two", "one only the first"],
    ["", "{arguments} $& $1", "\n\nARGUMENTS: {arguments} $& $1"],
  ])("%j with %j", (body, typed, expected, names = []) => {
    expect(filled(skillwright, body, typed, { names })).toBe(expected);
  });

  test("an argument that only a command uses is appended", () => {
    expect(filled(skillwright, "!`gh pr view $0`", "12")).toBe(
      `[command not run: ${NOT_RUN}: \`gh pr view $0\`]\n\nARGUMENTS: 12`,
    );
  });
});

describe("[Q2] words", () => {
  const words = (typed: string): { words: string; unclosed: boolean } => {
    const { text, unclosed } = substitute("$0|$1|$2|$3", {
      arguments: typed,
      names: [],
      hostPlaceholders: {},
      rule: { ...skillwright.arguments, missing: "empty" },
    });
    return { words: text, unclosed };
  };

  test.each<[typed: string, expected: string]>([
    [`"a b" 'c d' e\\ f "g\\"h"`, 'a b|c d|e f|g"h'],
    [`'it''s' a"b c"d "e\\\\f" x`, "its|ab cd|e\\f|x"],
    [`"" b '' d`, "|b||d"],
    ["a\nb\tc  d", "a|b|c|d"],
    ["a && b > c", "a|&&|b|>"],
    ["*.ts #c $(x) `y`", "*.ts|#c|$(x)|`y`"],
    [`"C:\\dir\\file" 'C:\\dir\\'`, "C:\\dir\\file|C:\\dir\\||"],
    ["trailing\\", "trailing\\|||"],
  ])("%j", (typed, expected) => {
    expect(words(typed)).toEqual({ words: expected, unclosed: false });
  });

  test.each<[typed: string, expected: string]>([
    [`a "unclosed b c`, 'a|"unclosed b c||'],
    ["don't stop me", "don't stop me|||"],
    [`"C:\\dir\\" x`, '"C:\\dir\\" x|||'],
  ])("SK335: a quote without an end leaves the rest one word: %j", (typed, expected) => {
    expect(words(typed)).toEqual({ words: expected, unclosed: true });
  });
});

describe("[Q1] variables", () => {
  const skill = skillAt("/p/.claude/skills/x");
  const facts = { skill, projectRoot: "/p", sessionId: "s-1", home: () => "/home/me" };
  const variablesFor = ({ arguments: { variables } }: { arguments: ArgumentRule }): Readonly<Record<string, string>> =>
    hostPlaceholders(variables, facts);

  test("are replaced with and without arguments; unknown ones stay", () => {
    const body = "${CLAUDE_SESSION_ID} ${CLAUDE_SKILL_DIR} ${CLAUDE_PROJECT_DIR} ${CLAUDE_EFFORT} ${HOME} ${SKILL_DIR}";
    const expected = "s-1 /p/.claude/skills/x /p ${CLAUDE_EFFORT} ${HOME}";
    expect(filled(claudeCode, body, undefined, { variables: variablesFor(claudeCode) })).toBe(
      `${expected} \${SKILL_DIR}`,
    );
    expect(filled(skillwright, body, undefined, { variables: variablesFor(skillwright) })).toBe(
      `${expected} /p/.claude/skills/x`,
    );
  });

  test("our own names work beside Claude Code's", () => {
    expect(
      filled(skillwright, "${SKILL_DIR} ${PROJECT_DIR} ${SESSION_ID}", undefined, {
        variables: variablesFor(skillwright),
      }),
    ).toBe("/p/.claude/skills/x /p s-1");
  });

  test("a backslash does not protect them", () => {
    expect(filled(claudeCode, "\\${CLAUDE_SKILL_DIR}", undefined, { variables: variablesFor(claudeCode) })).toBe(
      "\\/p/.claude/skills/x",
    );
  });

  test("a plugin's skill knows its plugin, and a skill its effort", () => {
    const plugin = {
      ...skillAt("/data/plugins/acme/skills/x", { effort: "high" }),
      scope: "plugin" as const,
    };
    expect(hostPlaceholders("claude-code", { ...facts, skill: plugin })).toMatchObject({
      "${CLAUDE_PLUGIN_ROOT}": "/data/plugins/acme",
      "${CLAUDE_EFFORT}": "high",
    });
  });

  test("pickle-bot's are its own, the longest first and all in one pass", () => {
    const inHome = { ...facts, skill: skillAt("/home/me/.pickle-bot/skills/x") };
    const variables = hostPlaceholders("pickle-bot", inHome);
    expect(
      filled(pickleBot, "{{workspace}} {{skills_path}}/x {{crons_path}} {{unknown}} {{ workspace }}", undefined, {
        variables,
      }),
    ).toBe("/home/me/.pickle-bot /home/me/.pickle-bot/skills/x /home/me/.pickle-bot/crons {{unknown}} {{ workspace }}");
    expect(
      filled(pickleBot, "{{a}} {{a_b}}", undefined, { variables: { "{{a}}": "{{a_b}}", "{{a_b}}": "{{a}}" } }),
    ).toBe("{{a_b}} {{a}}");
    expect(filled(pickleBot, "{{agents_path}} {{memories_path}} {{history_path}}", "args", { variables })).toBe(
      "/home/me/.pickle-bot/agents /home/me/.pickle-bot/memories /home/me/.pickle-bot/.history",
    );
  });

  test("OpenClaw's is `{baseDir}`", () => {
    expect(filled(openclaw, "{baseDir}/run {base}", undefined, { variables: variablesFor(openclaw) })).toBe(
      "/p/.claude/skills/x/run {base}",
    );
  });
});

describe("[Q15] inserted text is never scanned again", () => {
  test.each<[body: string, typed: string, expected: string]>([
    ["$0|$1", "'$1' $ARGUMENTS", "$1|$ARGUMENTS"],
    ["Summarize $0", '"$ARGUMENTS from yesterday"', "Summarize $ARGUMENTS from yesterday"],
    ["$ARGUMENTS", "!`echo pwned`", "!`echo pwned`"],
    ["$ARGUMENTS", "${SKILL_DIR}", "${SKILL_DIR}"],
    ["!$ARGUMENTS", "`echo pwned`", "!`echo pwned`"],
    ["a\n$ARGUMENTS\n```", "```!", "a\n```!\n```"],
  ])("%j with %j", (body, typed, expected) => {
    const made = substitute(body, {
      arguments: typed,
      names: [],
      hostPlaceholders: { "${SKILL_DIR}": "/s" },
      rule: skillwright.arguments,
    });
    expect({ text: made.text, shell: made.shell }).toEqual({ text: expected, shell: [] });
  });
});

describe("[Q1] other hosts' rules come with their profiles", () => {
  test.each<[body: string, typed: string | undefined, expected: string]>([
    ["A $1 $2 $ARGUMENTS B", "one two three", "A one two three one two three B"],
    ["awk $1 $5 $ARGUMENTS", undefined, "awk   "],
    ["plain", "one two", "plain\n\none two"],
    ["A $1 $2 B", '"a b" c d e', "A a b c d e B"],
    ["A $0 $1 B", "a b", "A  a b B"],
    ["A \\$1 $ARGUMENTSX $name B", "a b", "A \\a b a bX $name B"],
    ["$1|$2", 'a"b c"d e\'', "a|b c d e"],
    ["$1x $ARGUMENTS[0]", "v", "vx v[0]"],
  ])("OpenCode, 1-based, the last takes the rest: %j with %j", (body, typed, expected) => {
    expect(filled(opencode, body, typed, { names: ["name"] })).toBe(expected);
  });

  test.each<[body: string, typed: string | undefined, expected: string, names?: string[]]>([
    ["first=$1, second=$2", "alpha beta", "first=alpha, second=beta"],
    ["a=$ARGUMENTS[0], b=$ARGUMENTS[1]", "one two", "a=one, b=two"],
    ["[$5][$ARGUMENTS[9]]", "only-one", "[][]"],
    ["Migrate $component to $to.", "Button new", "Migrate Button to new.", ["component", "to"]],
    ["Hello $first $missing", "Andy", "Hello Andy $missing", ["first"]],
    ["raw=$ARGUMENTS pos=$1", '"hello world" tail', 'raw="hello world" tail pos=hello world'],
    ["Just $missing here.", "src/foo.rs", "Just $missing here.\n\nARGUMENTS: src/foo.rs", ["other"]],
    ["$ARGUMENTS[abc] $ARGUMENTSX", "x y", "x y[abc] $ARGUMENTSX"],
    ["Path: $path", '"C:\\path\\"', "Path: C:\\path\\", ["path"]],
    ["$my-arg / $_internal", "foo bar", "foo / bar", ["my-arg", "_internal"]],
    ["$1 and $name stay", undefined, "$1 and $name stay", ["name"]],
    ["\\$1 $1x", "a", "\\a ax"],
  ])("Goose, `$N` from 1 and `$ARGUMENTS[N]` from 0: %j with %j", (body, typed, expected, names = []) => {
    expect(filled(goose, body, typed, { names })).toBe(expected);
  });

  test.each<[body: string, names: string[], expected: string]>([
    ["A $0 $1 $ARGUMENTS $ARGUMENTS[0] B", [], "A $0 $1  $ARGUMENTS[0] B"],
    ["\\$0 \\$ARGUMENTS \\$issue [$issue]", ["issue"], "$0 $ARGUMENTS $issue []"],
  ])("Claude Code without arguments: %j", (body, names, expected) => {
    expect(filled(claudeCode, body, undefined, { names })).toBe(expected);
  });

  const untouching = PROFILES.filter(({ arguments: rule }) => rule.base === "none" && !rule.variables);
  test.each(untouching.map((profile) => [profile.name, profile] as const))("%s changes nothing", (_, profile) => {
    const body = "$1 $ARGUMENTS {baseDir} {{workspace}} ${SKILL_DIR} !`date`\n```!\ndate\n```\n";
    // pi, Kimi CLI and Qwen Code append the typed text below the skill.
    const { appended } = profile.arguments;
    const below = appended.includes("{arguments}") ? appended.replace("{arguments}", "a b") : "";
    expect(filled(profile, body, "a b")).toBe(body + below);
  });
});
