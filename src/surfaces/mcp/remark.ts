/** Makes a diagnostic about a skill that cannot be served, or that can be served only with changes. */

import { type Code, isCode } from "../../model/diagnostics/catalogue.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import type { NotSharedReason, SharedPath } from "../../model/skills/shared.ts";

const HELP: Partial<Readonly<Record<Code, string>>> = {
  SK910: "no action is needed; to serve the original frontmatter, write it as the specification requires",
  SK911: "move files that the skill does not need out of its directory",
};

export function servingDiagnostic({ loaded: { skill } }: SharedPath, { code, reason }: NotSharedReason): Diagnostic {
  const known: Code = isCode(code) ? code : "SK330";
  const what = known === "SK910" ? "is served with changed frontmatter" : "is not served";
  return diagnostic(known, {
    path: skill.path,
    message: `the skill \`${skill.name}\` ${what}: ${reason}`,
    help: HELP[known],
  });
}
