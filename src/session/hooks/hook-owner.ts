/** The owner of hooks: the host, or a skill. A skill has a private copy of its files and a permission to run. */
import type { HookRule } from "../../model/conversation/hook.ts";
import { OperationError } from "../../model/errors.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { type HookMatcher, parseHookMatcher } from "../../model/text/matching/hook-matcher.ts";
import { baseName } from "../../model/text/text.ts";
import { askConsent } from "../../run/process/ask-consent.ts";
import { copySkill, type PrivateCopy } from "../../run/process/private-copy.ts";
import { whySandboxIsInsufficient } from "../../run/process/run-command.ts";
import type { ScriptContext } from "../../run/process/run-script.ts";
import { readHooks } from "./read-hooks.ts";

export interface HookOwner {
  readonly address: string;
  /** The skill; undefined for the host. */
  readonly skill?: Skill;
  readonly copy?: PrivateCopy;
  readonly rules: readonly (HookRule & { readonly fits: HookMatcher })[];
}

export function hostOwner(rules: readonly HookRule[]): HookOwner {
  return { address: "the host", rules: compiled(rules) };
}

interface Preparing {
  readonly skill: Skill;
  readonly address: string;
  /** Digest of the skill's file when the policy allowed the skill. */
  readonly fileDigest: string | undefined;
  /** The previous owner for the same skill, if the skill's hooks are already active. */
  readonly known: HookOwner | undefined;
}

export async function prepareOwner(
  { skill, address, fileDigest, known }: Preparing,
  context: ScriptContext,
): Promise<HookOwner | { readonly refused: string }> {
  const { rules } = readHooks(skill.manifest.hooks, "skill");
  let copy: PrivateCopy | undefined;
  try {
    copy = await copySkill(skill, context);
    if (known?.copy?.digest === copy.digest) return release(copy, known);
    const other = fileDigest !== undefined && copy.digestOf(baseName(skill.path)) !== fileDigest;
    const reason = other ? "its file has changed" : await against(skill, rules, copy, context);
    if (reason !== undefined) return release(copy, { refused: reason });
    return { address, skill, copy, rules: compiled(rules) };
  } catch (error) {
    copy?.remove();
    if (!(error instanceof OperationError)) throw error;
    return { refused: error.message };
  }
}

function compiled(rules: readonly HookRule[]): HookOwner["rules"] {
  return rules.map((rule) => ({ ...rule, fits: parseHookMatcher(rule.matcher) ?? (() => false) }));
}

function release<T>(copy: PrivateCopy, result: T): T {
  copy.remove();
  return result;
}

/** Returns the reason why the hooks of a skill may not run; undefined if they may run. */
async function against(
  skill: Skill,
  rules: readonly HookRule[],
  { digest }: PrivateCopy,
  context: ScriptContext,
): Promise<string | undefined> {
  const shown = rules.flatMap(({ event, handlers }) => handlers.map(({ command }) => `${event}: ${command}`));
  const { decision, reason } = await askConsent("hooks", { skill, digest }, shown, context);
  if (decision !== "allow") return reason;
  return whySandboxIsInsufficient(await context.sandbox(), context);
}
