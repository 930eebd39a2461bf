/** A skill and its digest come in; out goes whether the policy lets something of it run, and by which rule. Runs nothing. */
import type { Verdict } from "../../model/conversation/control.ts";
import { type RunKind, type RunPolicy, wordsOf } from "../../model/rules/run-policy.ts";
import type { Skill } from "../../model/skills/skill.ts";

/** The code to run, and its context. */
export interface RunSubject {
  readonly skill: Pick<Skill, "scope" | "name"> & { readonly root: Pick<Skill["root"], "foreign" | "trusted"> };
  /** Of its whole directory. */
  readonly digest: string;
}

const WHAT: Readonly<Record<RunKind, string>> = {
  shell: "shell expressions",
  scripts: "scripts",
  hooks: "hooks",
};

/** `ask` where no rule speaks of it: then a person may be asked, and without one it is no. */
export function decideRun(kind: RunKind, { skill, digest }: RunSubject, policy: RunPolicy): Verdict {
  if (!skill.root.trusted) return { decision: "deny", reason: "the folder is not trusted", by: "trust", code: "SK430" };
  // No rule of scopes was written with a stranger's server in mind.
  if (skill.root.foreign)
    return { decision: "deny", reason: "it comes from another server", by: "its origin", code: "SK430" };
  const rule = policy.allow[kind].find((each) =>
    wordsOf(each).every((word) => word === skill.scope || word === digest),
  );
  if (rule !== undefined)
    return { decision: "allow", reason: `\`run.${kind}\` has \`${rule}\``, by: `run.${kind}: ${rule}` };
  return { decision: "ask", reason: `no rule lets its ${WHAT[kind]} run`, by: `run.${kind}`, code: "SK430" };
}

/** How to say yes, for a person. */
export function howToAllow(kind: RunKind, { digest }: Pick<RunSubject, "digest">): string {
  return `look at it, then put \`${digest}\` under \`run.${kind}\` in your configuration`;
}
