import type { Code } from "../../../model/diagnostics/catalogue.ts";
import type { WalkRule } from "../../../model/host-profile.ts";

/** Why a directory of this name is not entered, if it is not. */
export function whyNotEntered(name: string, rule: WalkRule): Code | undefined {
  if (rule.skipped.includes(name)) return "SK704";
  return !rule.hidden && name.startsWith(".") ? "SK703" : undefined;
}
