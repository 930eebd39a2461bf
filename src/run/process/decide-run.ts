/** Decides whether the settings allow code of a skill to run, and names the rule. It runs nothing. */
import type { Verdict } from "../../model/conversation/control.ts";
import { type RunKind, type RunSettings, runRuleWords } from "../../model/rules/run-settings.ts";
import type { Skill } from "../../model/skills/skill.ts";

/** The code that may run, and its context. */
export interface RunSubject {
  readonly skill: Pick<Skill, "scope" | "name"> & { readonly root: Pick<Skill["root"], "foreign" | "trusted"> };
  /** Digest of the skill's whole directory. */
  readonly digest: string;
}

const WHAT: Readonly<Record<RunKind, string>> = {
  shell: "shell expressions",
  scripts: "scripts",
  hooks: "hooks",
};

/** Returns the verdict. If no rule applies, it is `ask`. Without a user who can be asked, `ask` means deny. */
export function decideRun(kind: RunKind, { skill, digest }: RunSubject, settings: RunSettings): Verdict {
  if (!skill.root.trusted) return { decision: "deny", reason: "the folder is not trusted", by: "trust", code: "SK430" };
  // Rules about scopes do not apply to skills of another server.
  if (skill.root.foreign)
    return { decision: "deny", reason: "it comes from another server", by: "the skill's origin", code: "SK430" };
  const rule = settings.allow[kind].find((each) =>
    runRuleWords(each).every((word) => word === skill.scope || word === digest),
  );
  if (rule !== undefined)
    return { decision: "allow", reason: `\`run.${kind}\` has \`${rule}\``, by: `run.${kind}: ${rule}` };
  return { decision: "ask", reason: `no rule allows its ${WHAT[kind]}`, by: `run.${kind}`, code: "SK430" };
}

/** Tells a person how to allow the code. */
export function howToAllow(kind: RunKind, { digest }: Pick<RunSubject, "digest">): string {
  return `review it, then add \`${digest}\` to \`run.${kind}\` in your configuration`;
}
