import type { Sidecar, Skill } from "../../model/skills/skill.ts";
import type { Loaded, Snapshot } from "../../model/skills/snapshot.ts";

type Outcomes = Pick<Snapshot, "skills" | "overridden" | "rejected" | "disabled" | "ineligible">;

/**
 * Hashes frontmatter, sidecars and outcomes, but not bodies and paths of the machine. `said` is the hash of the
 * metadata, if it was computed while reading.
 */
export function revisionOf(host: string, outcomes: Outcomes, said: Revision = saidIn(outcomes)): string {
  const { skills, overridden, rejected, disabled, ineligible } = outcomes;
  const revision = said.copy();
  revision.add("host", host);
  for (const { skill, withheld } of skills) if (withheld) revision.addWithheld(skill.id, withheld.code);
  for (const { skill, by } of overridden) revision.add("overridden", skill.id, by);
  for (const { id, diagnostics } of rejected) revision.add("rejected", id, ...diagnostics.map((each) => each.code));
  for (const { skill } of disabled) revision.add("disabled", skill.id);
  for (const { skill, missing } of ineligible)
    revision.add("ineligible", skill.id, ...missing.map((each) => each.code + each.what));
  return revision.toString();
}

/** Returns the revision of the same outcomes with one loaded skill replaced. */
export function revisionAfterReplacement(before: string, { skill: old }: Loaded, { skill }: Loaded): string {
  const revision = Revision.from(before);
  revision.removeSkill(old);
  revision.addSkill(skill);
  return revision.toString();
}

function saidIn({ skills, overridden, disabled, ineligible }: Outcomes): Revision {
  const revision = new Revision();
  for (const list of [skills, overridden, disabled, ineligible]) for (const { skill } of list) revision.addSkill(skill);
  return revision;
}

/**
 * A sum of hashes. The order of the hashes does not matter, so a skill can be added or removed without hashing the
 * others again. It consists of two sums of 32 bits.
 */
export class Revision {
  #a = 0;
  #b = 0;
  #code = "";
  #codePrint = 0;

  static from(text: string): Revision {
    const revision = new Revision();
    revision.#a = Number.parseInt(text.slice(0, 8), 16) | 0;
    revision.#b = Number.parseInt(text.slice(8), 16) | 0;
    return revision;
  }

  copy(): Revision {
    const copy = new Revision();
    copy.#a = this.#a;
    copy.#b = this.#b;
    return copy;
  }

  /** Adds the metadata of a skill. `print` is the hash of its header, if it is known. */
  addSkill(skill: Skill, print: number = printOfHeader(skill)): void {
    this.#count(1, printOfSkill(skill, print));
  }

  removeSkill(skill: Skill): void {
    this.#count(-1, printOfSkill(skill, printOfHeader(skill)));
  }

  /** Adds the hash of an outcome. */
  add(kind: string, ...texts: readonly string[]): void {
    let print = hashText(kind);
    for (const text of texts) print = mixHash(print, hashText(text));
    this.#count(1, print);
  }

  /** Adds a withheld skill. The function is fast, because there may be thousands of such skills. */
  addWithheld(id: string, code: string): void {
    if (code !== this.#code) {
      this.#code = code;
      this.#codePrint = mixHash(hashText("withheld"), hashText(code));
    }
    this.#count(1, mixHash(this.#codePrint, hashText(id)));
  }

  toString(): string {
    return hex(this.#a) + hex(this.#b);
  }

  #count(sign: 1 | -1, print: number): void {
    this.#a = (this.#a + sign * spreadHash(print)) | 0;
    this.#b = (this.#b + sign * spreadHash(mixHash(print, 1))) | 0;
  }
}

function printOfSkill({ id, sidecar }: Skill, header: number): number {
  const print = mixHash(hashText(id), header);
  return sidecar === undefined ? print : mixHash(print, hashText(sidecarText(sidecar)));
}

function printOfHeader({ header }: Skill): number {
  const bytes = Buffer.from(header);
  return hashBytes(bytes, 0, bytes.length);
}

function sidecarText(sidecar: Sidecar): string {
  return JSON.stringify({ ...sidecar, files: sidecar.files.length });
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, "0");
}

/**
 * 32-bit hashes to detect changes. They give no security, which digests provide. Loading a cryptographic hash would
 * delay every start by four milliseconds.
 */

/** Hashes bytes, four at a time for speed. */
export function hashBytes(bytes: Uint8Array, from: number, to: number): number {
  // The hash starts with the length, so that inputs that end with zeros have different hashes.
  let print = SEED ^ (to - from);
  const offset = bytes.byteOffset + from;
  // An `Int32Array` must start at a multiple of four bytes, so bytes at another offset are copied first.
  if (offset % 4 !== 0) return hashBytes(new Uint8Array(bytes.subarray(from, to)), 0, to - from);
  const words = new Int32Array(bytes.buffer, offset, (to - from) >> 2);
  // For short listings, V8's interpreter runs this code. A call for each word would take twice as long there.
  for (let at = 0; at < words.length; at++) {
    const turned = Math.imul(print ^ (words[at] as number), 0x85ebca6b);
    print = (turned << 13) | (turned >>> 19);
  }
  for (let at = from + words.length * 4; at < to; at++) print = mixHash(print, bytes[at] as number);
  return print;
}

/** Hashes a short text. For the same reason as above, no function is called for each character. */
function hashText(text: string): number {
  let print = SEED ^ text.length;
  for (let at = 0; at < text.length; at++) {
    const turned = Math.imul(print ^ text.charCodeAt(at), 0x85ebca6b);
    print = (turned << 13) | (turned >>> 19);
  }
  return print;
}

const SEED = 0x811c9dc5;

/** Mixes one 32-bit word into a hash. */
function mixHash(print: number, word: number): number {
  const turned = Math.imul(print ^ word, 0x85ebca6b);
  return (turned << 13) | (turned >>> 19);
}

/** Spreads every bit over the whole word, so that sums of hashes rarely collide. */
function spreadHash(print: number): number {
  const half = Math.imul(print ^ (print >>> 16), 0x85ebca6b);
  const most = Math.imul(half ^ (half >>> 13), 0xc2b2ae35);
  return most ^ (most >>> 16);
}
