import type { Sidecar, Skill } from "../../model/skills/skill.ts";
import type { Loaded, Snapshot } from "../../model/skills/snapshot.ts";
import { mix, printOf, printOfText, spread } from "../../model/values/print.ts";

type Outcomes = Pick<Snapshot, "skills" | "shadowed" | "rejected" | "disabled" | "ineligible">;

/**
 * [C8] Frontmatter, sidecars and outcomes; bodies have no part in it, nor has any machine's path. Where the skills were read
 * their metadata may have been summed up already (`said`).
 */
export function revisionOf(host: string, outcomes: Outcomes, said: Revision = saidIn(outcomes)): string {
  const { skills, shadowed, rejected, disabled, ineligible } = outcomes;
  const revision = said.copy();
  revision.add("host", host);
  for (const { skill, withheld } of skills) if (withheld) revision.addWithheld(skill.id, withheld.code);
  for (const { skill, by } of shadowed) revision.add("shadowed", skill.id, by);
  for (const { id, diagnostics } of rejected) revision.add("rejected", id, ...diagnostics.map((each) => each.code));
  for (const { skill } of disabled) revision.add("disabled", skill.id);
  for (const { skill, missing } of ineligible)
    revision.add("ineligible", skill.id, ...missing.map((each) => each.code + each.what));
  return revision.toString();
}

/** The revision of the same outcomes with one loaded skill in another's place. */
export function revisionWith(before: string, { skill: old }: Loaded, { skill }: Loaded): string {
  const revision = Revision.from(before);
  revision.removeSkill(old);
  revision.addSkill(skill);
  return revision.toString();
}

function saidIn({ skills, shadowed, disabled, ineligible }: Outcomes): Revision {
  const revision = new Revision();
  for (const list of [skills, shadowed, disabled, ineligible]) for (const { skill } of list) revision.addSkill(skill);
  return revision;
}

/**
 * The sum of a print of everything that counts, so that it can follow what comes and goes without a look at the rest. Two
 * sums of 32 bits each.
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

  /** What a skill says of itself; `print` is that of its header's bytes, for who has it already. */
  addSkill(skill: Skill, print: number = printOfHeader(skill)): void {
    this.#count(1, printOfSkill(skill, print));
  }

  removeSkill(skill: Skill): void {
    this.#count(-1, printOfSkill(skill, printOfHeader(skill)));
  }

  /** What came of something. */
  add(kind: string, ...texts: readonly string[]): void {
    let print = printOfText(kind);
    for (const text of texts) print = mix(print, printOfText(text));
    this.#count(1, print);
  }

  /** The same for something that may have come of all of thousands. */
  addWithheld(id: string, code: string): void {
    if (code !== this.#code) {
      this.#code = code;
      this.#codePrint = mix(printOfText("withheld"), printOfText(code));
    }
    this.#count(1, mix(this.#codePrint, printOfText(id)));
  }

  toString(): string {
    return hex(this.#a) + hex(this.#b);
  }

  #count(sign: 1 | -1, print: number): void {
    this.#a = (this.#a + sign * spread(print)) | 0;
    this.#b = (this.#b + sign * spread(mix(print, 1))) | 0;
  }
}

function printOfSkill({ id, sidecar }: Skill, header: number): number {
  const print = mix(printOfText(id), header);
  return sidecar === undefined ? print : mix(print, printOfText(sidecarText(sidecar)));
}

function printOfHeader({ header }: Skill): number {
  const bytes = Buffer.from(header);
  return printOf(bytes, 0, bytes.length);
}

function sidecarText(sidecar: Sidecar): string {
  return JSON.stringify({ ...sidecar, files: sidecar.files.length });
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, "0");
}
