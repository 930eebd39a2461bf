/** Compares our substitution with recorded results of real programs. Each difference has a reason. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findShell } from "../../../src/activate/prepare/substitute/find-shell.ts";
import { hostPlaceholders } from "../../../src/activate/prepare/substitute/host-placeholders.ts";
import { substitute } from "../../../src/activate/prepare/substitute/substitute.ts";
import { findProfile } from "../../../src/hosts/profiles/profiles.ts";
import type { ArgumentRule, HostProfile } from "../../../src/model/host-profile.ts";
import { skillAt } from "./skill-at.ts";

const claudeCode = findProfile("claude-code") as HostProfile;
const opencode = findProfile("opencode") as HostProfile;

interface Row {
  readonly body: string;
  readonly arguments?: string;
  readonly names?: readonly string[];
  readonly text: string;
}

interface Recorded {
  readonly arguments: readonly Row[];
  readonly commands?: readonly { readonly body: string; readonly runs: readonly string[] }[];
}

function recorded(name: string): Recorded {
  return JSON.parse(readFileSync(join(import.meta.dirname, "recorded", `${name}.json`), "utf8")) as Recorded;
}

const facts = {
  skill: skillAt("/project/.claude/skills/x", { effort: "high" }),
  projectRoot: "/project",
  sessionId: "SESSION",
  home: () => "/home/me",
};

function ours({ body, arguments: typed, names = [] }: Row, rule: ArgumentRule): string {
  const made = substitute(body, {
    arguments: typed,
    names,
    rule,
    hostPlaceholders: hostPlaceholders(rule.variables, facts),
  });
  return made.text + made.appended;
}

/** Accepted differences by body or by arguments. The reason is a newer document, or a safer reading. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  "A $0 $1 $2 B": "2.1.288: a placeholder without an argument stays",
  "A $ARGUMENTS[0] $ARGUMENTS[1] $ARGUMENTS[5] B": "2.1.288: a placeholder without an argument stays",
  "only $7": "2.1.288: a placeholder without an argument stays, and unused arguments are appended",
  "A $0 $1 $ARGUMENTS $ARGUMENTS[0] B": "2.1.288: a placeholder without an argument stays",
  "A $0 $1 $ARGUMENTS B": "2.1.288: a placeholder without an argument stays",
  "$10 $00 $1x $1.5 x$0 $$0": "2.1.288: a placeholder without an argument stays",
  "awk '{print $1}' and $5": "2.1.288: a placeholder without an argument stays",
  'a "unclosed b c': "2.1.288: a placeholder without an argument stays",
  "don't stop me": "2.1.288: a placeholder without an argument stays",
  "'$1' $ARGUMENTS": "2.1.288: a value is inserted as it is",
  "$HOME ${CLAUDE_SKILL_DIR}": "a value is inserted as it is, and stays so",
  "a && b > c; d": "words are parted by blanks and quotes alone",
  "*.ts #c $(x) `y`": "words are parted by blanks and quotes alone",
  "a\nb": "a line end is a blank",
  '"a b" \'c d\' e\\ f "g\\"h"': "between double quotes a backslash before one is not a character",
  "'it''s' a\"b c\"d \"e\\\\f\"": "between double quotes a backslash before one is not a character",
  "!`echo PWNED`": "a value is inserted as it is; it is not a command, so it stays unchanged",
};

describe("[Q1] Claude Code 2.1.197", () => {
  const { arguments: rows, commands = [] } = recorded("claude-code");

  test.each(rows)("$body with $arguments", (row) => {
    const known = DIFFERENCES[row.body] ?? DIFFERENCES[row.arguments ?? ""];
    expect(ours(row, claudeCode.arguments) === row.text ? "the same" : known).toBe(known ?? "the same");
  });

  test.each(commands)("runs $runs of $body", ({ body, runs }) => {
    expect(findShell(body, claudeCode.arguments.shellIn ?? "text").map(({ command }) => command)).toEqual(runs);
  });
});

describe("[Q1] OpenCode 1.18.33", () => {
  test.each(recorded("opencode").arguments)("$body with $arguments", (row) => {
    expect(ours(row, opencode.arguments)).toBe(row.text);
  });
});
