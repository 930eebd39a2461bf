import { printableLine } from "../../../model/text/display/printable.ts";
import type { SwitchResult } from "../../../ops/settings/switch-skill.ts";
import type { Context } from "../command.ts";

export function showSwitchResult({ pattern, enabled, path, changed, note }: SwitchResult, { out, err }: Context): void {
  const done = `\`${printableLine(pattern)}\` is ${enabled ? "enabled" : "disabled"}`;
  out.line(changed ? `${done} in ${printableLine(path)}` : `${done} already`);
  if (note !== undefined) err.line(`help: ${printableLine(note)}`);
}
