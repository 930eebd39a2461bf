/** Checks how a user names a skill in each host. */
import { describe, expect, test } from "vitest";
import { resolveMessage } from "../../../src/activate/select/resolve-message.ts";
import { PROFILES } from "../../../src/hosts/profiles/profiles.ts";
import type { MentionRule } from "../../../src/model/host-profile.ts";
import { snapshotOf } from "../access/snapshots.ts";
import { shown } from "./shown.ts";

const NONE: MentionRule = { dollar: false, slash: "none", at: false };
const SLASH: MentionRule = { dollar: false, slash: "leading", at: false };

const RULES: Readonly<Record<string, MentionRule>> = {
  skillwright: { dollar: true, slash: "stacked", at: false },
  openoxide: { dollar: true, slash: "stacked", at: false },
  "claude-code": { dollar: false, slash: "anywhere", stack: 6, at: false },
  codex: { dollar: true, slash: "none", at: false },
  opencode: SLASH,
  "gemini-cli": SLASH,
  pi: { ...SLASH, slashPrefix: "skill:" },
  "copilot-cli": { dollar: false, slash: "anywhere", at: false },
  vscode: SLASH,
  cursor: { ...SLASH, at: true },
  goose: SLASH,
  crush: NONE,
  openclaw: { dollar: true, slash: "leading", slashPrefix: "skill ", at: false, max: 8, capitals: "ignored" },
  "qwen-code": SLASH,
  "kimi-cli": { ...SLASH, slashPrefix: "skill:" },
  "kimi-code": { ...SLASH, slashPrefix: "skill:" },
  cline: SLASH,
  "roo-code": SLASH,
  crabtalk: SLASH,
  aleph: SLASH,
  caliban: NONE,
  "pickle-bot": NONE,
  aider: NONE,
  opentui: NONE,
};

test("[M5] every profile says how", () => {
  expect(Object.fromEntries(PROFILES.map(({ name, mentions }) => [name, mentions]))).toEqual(RULES);
});

describe("[M5] and does so", () => {
  const skills = Array.from({ length: 9 }, (_, index) => `s${index}`);
  const snapshot = snapshotOf(skills);
  const slashes = skills.map((name) => `/${name}`).join(" ");
  const dollars = skills.map((name) => `$${name}`).join(" ");

  test.each<[string, string, string[]]>([
    ["claude-code", "/s1 /s2 go", ["s1 (go)", "s2 (go)"]],
    [
      "claude-code",
      `${slashes} go`,
      [...skills.slice(0, 6).map((name) => `${name} (/s6 /s7 /s8 go)`), "s6", "s7", "s8"],
    ],
    ["claude-code", "please /s1 and $s2", ["s1"]],
    ["codex", "/s1 $s2", ["s2"]],
    ["opencode", "/s1 go /s2", ["s1 (go /s2)"]],
    ["opencode", "please /s1", []],
    ["pi", "/skill:s1 go", ["s1 (go)"]],
    ["pi", "/s1 go", []],
    ["pi", "/skill:s11", ["SK301 s11"]],
    ["copilot-cli", "Use the /s1 skill", ["s1"]],
    ["cursor", "@s1 and /s2", ["s1"]],
    ["openclaw", "/skill s1 go", ["s1 (go)"]],
    ["openclaw", "$S1 $s2", ["s2"]],
    ["openclaw", dollars, [...skills.slice(0, 8), "SK315 s8"]],
    ["caliban", "/s1 $s1 @s1", []],
  ])("%s %s", (host, message, expected) => {
    const profile = PROFILES.find(({ name }) => name === host)!;
    expect(shown(resolveMessage(message, snapshot, { profile }))).toEqual(expected);
  });
});
