import type { Rejected, Sidecar } from "../model/skill.ts";
import type { Disabled, Ineligible, Loaded, Shadowed, Snapshot } from "../model/snapshot.ts";

type Outcomes = Pick<Snapshot, "skills" | "shadowed" | "rejected" | "disabled" | "ineligible">;

/**
 * [C8] Frontmatter, sidecars and outcomes; bodies have no part in it, nor has any machine's path. It is the sum of a print of
 * each, so that it can follow one that changes without a look at the others.
 */
export function revisionOf(host: string, { skills, shadowed, rejected, disabled, ineligible }: Outcomes): string {
  const sum = new Sum(0, 0);
  sum.add(["host", host]);
  for (const each of skills) sum.add(ofLoaded(each));
  for (const each of shadowed) sum.add(ofShadowed(each));
  for (const each of rejected) sum.add(ofRejected(each));
  for (const each of disabled) sum.add(ofDisabled(each));
  for (const each of ineligible) sum.add(ofIneligible(each));
  return sum.toString();
}

/** The revision of the same outcomes with one loaded skill in another's place. */
export function revisionWith(revision: string, before: Loaded, after: Loaded): string {
  const sum = new Sum(Number.parseInt(revision.slice(0, 8), 16), Number.parseInt(revision.slice(8), 16));
  sum.subtract(ofLoaded(before));
  sum.add(ofLoaded(after));
  return sum.toString();
}

function ofLoaded({ skill, withheld }: Loaded): string[] {
  return [skill.id, skill.header, withheld?.code ?? "", skill.sidecar ? sidecarText(skill.sidecar) : ""];
}

function ofShadowed({ skill, by }: Shadowed): string[] {
  return ["shadowed", skill.id, by, skill.header];
}

function ofRejected({ id, diagnostics }: Rejected): string[] {
  return ["rejected", id, ...diagnostics.map((each) => each.code)];
}

function ofDisabled({ skill }: Disabled): string[] {
  return ["disabled", skill.id, skill.header];
}

function ofIneligible({ skill, missing }: Ineligible): string[] {
  return ["ineligible", skill.id, skill.header, ...missing.map((each) => each.code + each.what)];
}

function sidecarText(sidecar: Sidecar): string {
  return JSON.stringify({ ...sidecar, files: sidecar.files.length });
}

/**
 * Two sums of 32-bit prints. A revision tells that something changed; it does not protect against anybody (digests do), and
 * a cryptographic hash would cost every start four milliseconds to load.
 */
class Sum {
  #sumA: number;
  #sumB: number;
  #a = 0;
  #b = 0;

  constructor(a: number, b: number) {
    this.#sumA = a | 0;
    this.#sumB = b | 0;
  }

  add(texts: readonly string[]): void {
    this.#print(texts);
    this.#sumA = (this.#sumA + this.#a) | 0;
    this.#sumB = (this.#sumB + this.#b) | 0;
  }

  subtract(texts: readonly string[]): void {
    this.#print(texts);
    this.#sumA = (this.#sumA - this.#a) | 0;
    this.#sumB = (this.#sumB - this.#b) | 0;
  }

  toString(): string {
    return hex(this.#sumA) + hex(this.#sumB);
  }

  #print(texts: readonly string[]): void {
    this.#a = 0x811c9dc5;
    this.#b = 0x9e3779b9;
    for (const text of texts) this.#mix(text);
    this.#a = spread(this.#a);
    this.#b = spread(this.#b);
  }

  /** As bytes and four at a time, which is a fifth of the work of asking for each character. */
  #mix(text: string): void {
    const bytes = write(text);
    // The length keeps "a" and "bc" apart from "ab" and "c".
    let a = this.#a ^ bytes;
    let b = this.#b ^ bytes;
    for (let at = 0; at << 2 < bytes; at++) {
      const word = words[at] as number;
      a = Math.imul((a << 13) | (a >>> 19), FNV_PRIME) ^ word;
      b = Math.imul((b << 7) | (b >>> 25), MIX_PRIME) ^ word;
    }
    this.#a = a;
    this.#b = b;
  }
}

const MAX_UTF8_BYTES = 3;
let scratch = Buffer.allocUnsafeSlow(16_384);
let words = new Uint32Array(scratch.buffer);

/** Puts a text into the scratch, its last word filled up with zeros, and returns how many bytes it has. */
function write(text: string): number {
  const most = text.length * MAX_UTF8_BYTES + 4;
  if (most > scratch.length) {
    scratch = Buffer.allocUnsafeSlow((most + 3) & ~3);
    words = new Uint32Array(scratch.buffer);
  }
  const bytes = scratch.write(text);
  scratch[bytes] = scratch[bytes + 1] = scratch[bytes + 2] = 0;
  return bytes;
}

const FNV_PRIME = 0x01000193;
const MIX_PRIME = 0x85ebca6b;

/** Every bit of it in every bit of the result. */
function spread(value: number): number {
  const half = Math.imul(value ^ (value >>> 16), MIX_PRIME);
  const most = Math.imul(half ^ (half >>> 13), 0xc2b2ae35);
  return most ^ (most >>> 16);
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, "0");
}
