import { createHash } from "node:crypto";
import type { Skill } from "../model/skill.ts";
import type { Snapshot } from "../model/snapshot.ts";

type Outcomes = Pick<Snapshot, "skills" | "shadowed" | "rejected" | "disabled" | "ineligible">;

/** [C8] Parsed metadata and outcomes, in listing order; bodies have no part in it. */
export function revisionOf(host: string, { skills, shadowed, rejected, disabled, ineligible }: Outcomes): string {
  const hash = createHash("sha256");
  hash.update(host);
  const parts: string[] = [];
  for (const { skill, withheld } of skills)
    parts.push(skill.id, skill.header, withheld ? withheld.code : "", sidecarText(skill));
  for (const { skill, by } of shadowed) parts.push("s", skill.id, by, skill.header, sidecarText(skill));
  for (const { id, diagnostics } of rejected) parts.push("r", id, ...diagnostics.map((each) => each.code));
  for (const { skill } of disabled) parts.push("d", skill.id, skill.header);
  for (const { skill, missing } of ineligible)
    parts.push("i", skill.id, skill.header, ...missing.map((each) => each.code + each.what));
  // Lengths keep "a" + "bc" apart from "ab" + "c". Piece by piece, because one string of everything would be as large
  // as the catalog itself.
  for (let at = 0; at < parts.length; at += PIECE) {
    hash.update(
      (at === 0 ? "" : ",") +
        parts
          .slice(at, at + PIECE)
          .map(lengthOf)
          .join(),
    );
  }
  for (let at = 0; at < parts.length; at += PIECE) hash.update(parts.slice(at, at + PIECE).join(""));
  return hash.digest("hex").slice(0, 16);
}

const PIECE = 512;

function lengthOf(part: string): number {
  return part.length;
}

function sidecarText({ sidecar }: Skill): string {
  return sidecar === undefined ? "" : JSON.stringify({ ...sidecar, files: sidecar.files.length });
}
