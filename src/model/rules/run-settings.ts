/** Settings for running code of skills on this machine. Only the user and the administrator can set them. */
import { SCOPES, type Scope } from "../skills/root.ts";
import type { Skill } from "../skills/skill.ts";

/** The kinds of code that may run: commands in a skill's text, scripts of its bundle, and hooks of its frontmatter. */
export const RUN_KINDS = ["shell", "scripts", "hooks"] as const;
export type RunKind = (typeof RUN_KINDS)[number];

export interface RunSettings {
  /** Rules by kind: a scope, the digest of a skill's directory, or both separated by a space. */
  readonly allow: Readonly<Record<RunKind, readonly string[]>>;
  /** True if commands may run without a sandbox. */
  readonly unsandboxed: boolean;
  readonly network: boolean;
  /** Names of environment variables to pass on. */
  readonly environment: readonly string[];
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** True if commands start in the skill's directory instead of the project's. */
  readonly inSkillDirectory: boolean;
  /** True if a failed shell expression becomes an error line. Otherwise the skill is not loaded. */
  readonly markFailures: boolean;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
}

export const DEFAULT_RUN_SETTINGS: RunSettings = {
  allow: { shell: [], scripts: [], hooks: [] },
  unsandboxed: false,
  network: false,
  environment: [],
  read: [],
  write: [],
  inSkillDirectory: false,
  markFailures: false,
  timeoutMs: 120_000,
  maxOutputBytes: 65_536,
};

/** Returns true if every word of a rule is a scope or a digest. */
export function isRunRule(rule: string): boolean {
  const words = runRuleWords(rule);
  return words.length > 0 && words.every((word) => isScope(word) || /^sha256:[0-9a-f]{64}$/.test(word));
}

export function runRuleWords(rule: string): readonly string[] {
  return rule.split(/\s+/).filter(Boolean);
}

function isScope(word: string): boolean {
  return SCOPES.some((scope) => scope === word);
}

/** Returns true if a rule could let a script of one of these skills run. */
export function grantsScripts(rules: readonly string[], skills: readonly Skill[]): boolean {
  return skills.some(({ scope }) => rules.some((rule) => couldMatch(rule, scope)));
}

/** Returns true if a rule could match a skill of this scope. A rule without a scope could match any skill. */
function couldMatch(rule: string, scope: Scope): boolean {
  const scopes = rule.split(/\s+/).filter((word) => SCOPES.some((each) => each === word));
  return scopes.length === 0 || scopes.includes(scope);
}
