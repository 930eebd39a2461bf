/** Whether a new version comes from somebody else than the old one: what an attacker's update looks like. */
import type { Origin } from "../../model/skills/origin.ts";
import { placeOf } from "../../trust/signatures/judge-origin.ts";

/** [Y14] Why the new origin is worth less than the old one; nothing where it is as good. */
export function downgrades(before: Origin | undefined, after: Origin): readonly string[] {
  if (before === undefined) return [];
  const found: string[] = [];
  if (comingFrom(before) !== comingFrom(after))
    found.push(`it comes from another place: \`${after.source}\` instead of \`${before.source}\``);
  if (before.signer !== undefined && after.signer === undefined)
    found.push(`it was signed by ${before.signer}, and is not any more`);
  if (before.signer !== undefined && after.signer !== undefined && before.signer !== after.signer)
    found.push(`it is signed by ${after.signer} instead of ${before.signer}`);
  return found;
}

/** Without the version: a newer one of the same place is what an update is for. A directory is this machine's own. */
function comingFrom(origin: Origin): string {
  return origin.kind === "directory" ? origin.kind : `${origin.kind} ${placeOf(origin)}`;
}
