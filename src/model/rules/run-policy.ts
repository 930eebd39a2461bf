/** What of a skill may run on this machine, and how; only the user and the administrator have a say in it. */
import { SCOPES, type Scope } from "../skills/root.ts";
import type { Skill } from "../skills/skill.ts";

/** Commands in a text, scripts of a bundle, hooks of a frontmatter. */
export const RUN_KINDS = ["shell", "scripts", "hooks"] as const;
export type RunKind = (typeof RUN_KINDS)[number];

export interface RunPolicy {
  /** Rules by kind: a scope, the digest of a skill's directory, or both with a blank between them. */
  readonly allow: Readonly<Record<RunKind, readonly string[]>>;
  /** Whether commands run although nothing keeps them apart. */
  readonly unsandboxed: boolean;
  readonly network: boolean;
  /** Names of variables that are handed on. */
  readonly environment: readonly string[];
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** Commands begin in the skill's directory, not in the project's. */
  readonly inSkillDirectory: boolean;
  /** A shell expression that fails becomes a line that says so; else the skill is not loaded. */
  readonly markFailures: boolean;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
}

export const DEFAULT_RUN_POLICY: RunPolicy = {
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

/** Every word of a rule must hold of a skill. */
export function isRunRule(rule: string): boolean {
  const words = wordsOf(rule);
  return words.length > 0 && words.every((word) => isScope(word) || /^sha256:[0-9a-f]{64}$/.test(word));
}

export function wordsOf(rule: string): readonly string[] {
  return rule.split(/\s+/).filter(Boolean);
}

function isScope(word: string): boolean {
  return SCOPES.some((scope) => scope === word);
}

/** Returns true if a rule of the policy could let a script of one of these skills run. */
export function grantsScripts(rules: readonly string[], skills: readonly Skill[]): boolean {
  return skills.some(({ scope }) => rules.some((rule) => couldMatch(rule, scope)));
}

/** A rule of digests may be about any skill; a rule of scopes is about those. */
function couldMatch(rule: string, scope: Scope): boolean {
  const scopes = rule.split(/\s+/).filter((word) => SCOPES.some((each) => each === word));
  return scopes.length === 0 || scopes.includes(scope);
}
