import { createHash } from "node:crypto";
import type { Sidecar } from "../model/skill.ts";
import type { Snapshot } from "../model/snapshot.ts";

type Outcomes = Pick<Snapshot, "skills" | "shadowed" | "rejected" | "disabled" | "ineligible">;

/** [C8] Parsed metadata and outcomes, in listing order; bodies have no part in it. */
export function revisionOf(host: string, { skills, shadowed, rejected, disabled, ineligible }: Outcomes): string {
  const hash = createHash("sha256");
  hash.update(host);
  const parts: string[] = [];
  // In pieces, because one string of everything would be as large as the catalog itself; and each part with its length,
  // because "a" and "bc" are not "ab" and "c".
  const add = (...more: string[]): void => {
    for (const part of more) parts.push(part);
    if (parts.length >= PIECE) flush();
  };
  const flush = (): void => {
    hash.update(`${parts.map(lengthOf).join()}\n`);
    hash.update(parts.join(""));
    parts.length = 0;
  };
  for (const { skill, withheld } of skills) {
    add(skill.id, skill.header);
    if (withheld) add("w", withheld.code);
    if (skill.sidecar) add("c", sidecarText(skill.sidecar));
  }
  for (const { skill, by } of shadowed) add("s", skill.id, by, skill.header);
  for (const { id, diagnostics } of rejected) add("r", id, ...diagnostics.map((each) => each.code));
  for (const { skill } of disabled) add("d", skill.id, skill.header);
  for (const { skill, missing } of ineligible)
    add("i", skill.id, skill.header, ...missing.map((each) => each.code + each.what));
  flush();
  return hash.digest("hex").slice(0, 16);
}

const PIECE = 512;

function lengthOf(part: string): number {
  return part.length;
}

function sidecarText(sidecar: Sidecar): string {
  return JSON.stringify({ ...sidecar, files: sidecar.files.length });
}
