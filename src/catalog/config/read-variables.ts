import type { Diagnostic, Outcome } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import type { Environment } from "../../platform/environment.ts";
import type { Layer, LayerValue } from "./config.ts";
import { CONFIG_KEYS, variableName, wrongValue } from "./keys.ts";
import { checkVariable } from "./values.ts";

/** The layer that `SKILLWRIGHT_*` variables make. */
export function readVariables({ variables, platform }: Environment): Outcome<Layer> {
  const values = new Map<string, LayerValue>();
  const diagnostics: Diagnostic[] = [];
  for (const known of CONFIG_KEYS) {
    const name = variableName(known);
    const text = name === undefined ? undefined : variables[name];
    if (name === undefined || text === undefined || text === "") continue;
    const value = checkVariable(known.type, text, platform === "win32" ? ";" : ":");
    if (value !== undefined) values.set(known.key, { value, from: `$${name}` });
    else {
      const { code, message } = wrongValue(known, `$${name}`);
      diagnostics.push(diagnostic(code, { message, help: "correct or unset the variable" }));
    }
  }
  return { value: { values, namedBy: "environment" }, diagnostics };
}
