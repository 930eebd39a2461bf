import type { Code } from "../../../model/diagnostics/catalogue.ts";
import type { WalkRule } from "../../../model/host-profile.ts";

/** Returns why a directory with this name is not entered; undefined if the host enters it. */
export function whyNotEntered(name: string, rule: WalkRule): Code | undefined {
  if (rule.skipped.includes(name)) return "SK704";
  return !rule.hidden && name.startsWith(".") ? "SK703" : undefined;
}
