/** What differs between two versions of a skill: its files, what it could do, and where it comes from. */
import type { Capabilities } from "../../model/rules/audit.ts";
import type { Bundle, BundleFile } from "../../model/skills/bundle.ts";
import type { Origin } from "../../model/skills/origin.ts";
import { compareText } from "../../model/text/text.ts";
import { placeOf } from "../../trust/signatures/check-origin.ts";

export interface FileChange {
  readonly path: string;
  readonly kind: "added" | "removed" | "changed" | "mode";
  readonly before?: BundleFile;
  readonly after?: BundleFile;
}

/** Sorted by path; files that are the same are not in it. */
export function compareBundles(before: Bundle, after: Bundle): FileChange[] {
  const old = new Map(before.files.map((file) => [file.path, file]));
  const now = new Map(after.files.map((file) => [file.path, file]));
  const paths = [...new Set([...old.keys(), ...now.keys()])].sort(compareText);
  return paths.flatMap((path) => changeOf(path, old.get(path), now.get(path)));
}

function changeOf(path: string, before: BundleFile | undefined, after: BundleFile | undefined): FileChange[] {
  if (after === undefined) return before ? [{ path, kind: "removed", before }] : [];
  if (before === undefined) return [{ path, kind: "added", after }];
  if (Buffer.compare(before.bytes, after.bytes) !== 0) return [{ path, kind: "changed", before, after }];
  return before.executable === after.executable ? [] : [{ path, kind: "mode", before, after }];
}

export interface CapabilityChange {
  readonly kind: keyof Capabilities;
  readonly what: string;
}

export interface CapabilityChanges {
  readonly gained: readonly CapabilityChange[];
  readonly lost: readonly CapabilityChange[];
}

const KINDS = ["tools", "hooks", "shell", "scripts", "binaries", "hosts", "secrets", "outside"] as const;

export function compareCapabilities(before: Capabilities, after: Capabilities): CapabilityChanges {
  const old = listOf(before);
  const now = listOf(after);
  const missingIn = (list: readonly CapabilityChange[], from: readonly CapabilityChange[]): CapabilityChange[] => {
    const known = new Set(list.map(({ kind, what }) => `${kind} ${what}`));
    return from.filter(({ kind, what }) => !known.has(`${kind} ${what}`));
  };
  return { gained: missingIn(old, now), lost: missingIn(now, old) };
}

function listOf(capabilities: Capabilities): CapabilityChange[] {
  return KINDS.flatMap((kind) =>
    capabilities[kind].map((each) => ({
      kind,
      what: typeof each === "string" ? each : `${each.path} (${each.language})`,
    })),
  );
}

/** Why the new origin is worth less than the old one; nothing where it is as good. */
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
