/** What is different from what was approved before, for people. */
import type { FileChange, PlannedSkill } from "../../index.ts";
import { diffLines, tint } from "./diff-lines.ts";
import type { Output } from "./output.ts";
import { type Paint, printable } from "./paint.ts";
import { sizeOf } from "./present.ts";

interface To {
  readonly out: Output;
  readonly paint: Paint;
}

/** The difference in files, and in rights. */
export function showChanges({ changes, capabilityChanges }: PlannedSkill, { out, paint }: To): void {
  for (const { kind, what } of capabilityChanges.gained) out.line(paint.red(`  adds ${kind}: ${printable(what)}`));
  for (const { kind, what } of capabilityChanges.lost) out.line(paint.green(`  drops ${kind}: ${printable(what)}`));
  for (const change of changes) for (const line of changeLines(change)) out.line(tint(line, paint));
}

const MAX_DIFF_BYTES = 200_000;

function changeLines({ path, kind, before, after }: FileChange): string[] {
  const name = printable(path);
  if (kind === "mode") return [`${name}: ${after?.executable ? "executable now" : "no longer executable"}`];
  const texts = [before?.bytes, after?.bytes].map((bytes) => (bytes === undefined ? "" : readable(bytes)));
  const [old, now] = texts;
  if (old === undefined || now === undefined)
    return [`${name}: ${kind}, not text, ${sizeOf(after?.bytes.length ?? 0)}`];
  return diffLines(name, old, now, [kind === "added" ? "not there" : "", kind === "removed" ? "gone" : ""]);
}

/** undefined for what a person cannot read anyway. */
function readable(bytes: Uint8Array): string | undefined {
  if (bytes.length > MAX_DIFF_BYTES || bytes.includes(0)) return undefined;
  return Buffer.from(bytes).toString("utf8");
}
