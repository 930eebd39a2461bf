/** Builds the answers of `config --policy` and `explain --policy`. */
import type { Diagnostic } from "../../../model/diagnostics/diagnostic.ts";
import type { PolicyExplanation, PolicyOverview } from "../../explain/explain-policy.ts";
import { diagnosticJson, SCHEMA } from "../answer.ts";

export function policyAnswer({ diagnostics, ...rest }: PolicyOverview): object {
  return { schema: SCHEMA, ...rest, diagnostics: diagnostics.map(diagnosticJson) };
}

/** Builds the answer of `explain --policy`. `diagnostics` contains findings about the policy files. */
export function policyExplanations(found: readonly PolicyExplanation[], diagnostics: readonly Diagnostic[]): object {
  return {
    schema: SCHEMA,
    skills: found.map(({ skill, ...rest }) => ({ name: skill.name, id: skill.id, path: skill.path, ...rest })),
    diagnostics: diagnostics.map(diagnosticJson),
  };
}
