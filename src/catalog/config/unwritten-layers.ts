/** The layers of the configuration that are not in a file: variables of the environment, and what the caller gives. */
import type { Diagnostic, Outcome } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import type { Environment } from "../../platform/environment.ts";
import type { Layer, LayerValue } from "./config.ts";
import { CONFIG_KEYS, TYPE_NAMES, wrongValue } from "./keys.ts";
import { type ConfigKey, checkValue, checkVariable } from "./values.ts";

/** The layer that `SKILLWRIGHT_*` variables make. */
export function readEnvironmentLayer({ variables, platform }: Environment): Outcome<Layer> {
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

/** The layer that a caller or the command line makes: keys as in a file, nested or with dots, checked like a file's. */
export function readOverrides(overrides: Readonly<Record<string, unknown>>): Outcome<Layer> {
  const values = new Map<string, LayerValue>();
  const diagnostics: Diagnostic[] = [];
  for (const [key, given] of flatten(overrides, "")) {
    const known = CONFIG_KEYS.find((each) => each.key === key);
    const value = known ? checkValue(known.type, given) : undefined;
    if (known && value !== undefined) values.set(key, { value, from: "the command line" });
    else if (known) {
      const { code, message } = wrongValue(known, key);
      diagnostics.push(diagnostic(code, { message, help: `pass ${TYPE_NAMES[known.type]}` }));
    } else
      diagnostics.push(
        diagnostic("SK031", {
          message: `\`${key}\` is not a configuration key`,
          help: "`skillwright config` lists the keys",
        }),
      );
  }
  return { value: { values, namedBy: "caller" }, diagnostics };
}

function* flatten(map: Readonly<Record<string, unknown>>, prefix: string): Generator<[string, unknown]> {
  for (const [name, value] of Object.entries(map)) {
    const key = prefix + name;
    const group = CONFIG_KEYS.some((each) => each.key.startsWith(`${key}.`));
    if (group && typeof value === "object" && value !== null)
      yield* flatten(value as Record<string, unknown>, `${key}.`);
    else yield [key, value];
  }
}

/** `limits.max_depth` → `SKILLWRIGHT_LIMITS_MAX_DEPTH`. Maps, and lists of them, cannot be given as variables. */
export function variableName({ key, type, fileOnly }: ConfigKey): string | undefined {
  return fileOnly || type === "map" || type === "servers" || type === "severities" || type === "suppressions"
    ? undefined
    : `SKILLWRIGHT_${key.toUpperCase().replaceAll(".", "_")}`;
}
