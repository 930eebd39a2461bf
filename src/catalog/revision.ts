import type { Sidecar } from "../model/skill.ts";
import type { Snapshot } from "../model/snapshot.ts";

type Outcomes = Pick<Snapshot, "skills" | "shadowed" | "rejected" | "disabled" | "ineligible">;

/** [C8] Frontmatter, sidecars and outcomes, in listing order; bodies have no part in it, nor has any machine's path. */
export function revisionOf(host: string, { skills, shadowed, rejected, disabled, ineligible }: Outcomes): string {
  const print = new Fingerprint();
  print.add(host);
  for (const { skill, withheld } of skills) {
    print.add(skill.id);
    print.add(skill.header);
    if (withheld) print.add(withheld.code);
    if (skill.sidecar) print.add(sidecarText(skill.sidecar));
  }
  for (const { skill, by } of shadowed) print.addAll("shadowed", skill.id, by, skill.header);
  for (const { id, diagnostics } of rejected) print.addAll("rejected", id, ...diagnostics.map((each) => each.code));
  for (const { skill } of disabled) print.addAll("disabled", skill.id, skill.header);
  for (const { skill, missing } of ineligible) {
    print.addAll("ineligible", skill.id, skill.header, ...missing.map((each) => each.code + each.what));
  }
  return print.toString();
}

function sidecarText(sidecar: Sidecar): string {
  return JSON.stringify({ ...sidecar, files: sidecar.files.length });
}

/**
 * Two running 32-bit hashes, FNV-1a and a rotating multiply. A revision tells that something changed; it does not
 * protect against anybody (digests do), and a cryptographic hash would cost every start four milliseconds to load.
 */
class Fingerprint {
  #a = 0x811c9dc5;
  #b = 0x9e3779b9;

  add(text: string): void {
    // The length keeps "a" and "bc" apart from "ab" and "c".
    let a = Math.imul(this.#a ^ text.length, FNV_PRIME);
    let b = this.#b ^ text.length;
    // Two characters at a time: they fill the 32 bits that are multiplied anyway.
    const even = text.length - (text.length % 2);
    for (let at = 0; at < even; at += 2) {
      const pair = text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16);
      a = Math.imul(a ^ pair, FNV_PRIME);
      b = Math.imul((b << 7) | (b >>> 25), MIX_PRIME) ^ pair;
    }
    if (even < text.length) {
      a = Math.imul(a ^ text.charCodeAt(even), FNV_PRIME);
      b = Math.imul((b << 7) | (b >>> 25), MIX_PRIME) ^ text.charCodeAt(even);
    }
    this.#a = a;
    this.#b = b;
  }

  addAll(...texts: readonly string[]): void {
    for (const text of texts) this.add(text);
  }

  toString(): string {
    return hex(this.#a ^ (this.#b >>> 15)) + hex(Math.imul(this.#b ^ (this.#a >>> 13), FNV_PRIME));
  }
}

const FNV_PRIME = 0x01000193;
const MIX_PRIME = 0x85ebca6b;

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, "0");
}
