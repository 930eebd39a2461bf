/**
 * Serves `GET /skill` like OpenCode's server: every skill with its instructions. The content of a file is cached until
 * the file changes. The whole answer is cached until anything changes.
 */
import { isHostRule } from "../../activate/access/why-refused.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { Loaded } from "../../model/skills/snapshot.ts";
import { jsonText } from "../../model/text/display/printable.ts";
import type { Skills } from "../../ops/open-skills.ts";
import type { HttpContext } from "./http-context.ts";

export class OpenCodeSkills {
  readonly #desk: HttpContext;
  readonly #stop: () => void;
  readonly #entries = new Map<string, string>();
  #answer: Promise<Uint8Array<ArrayBuffer>> | undefined;

  constructor(desk: HttpContext) {
    this.#desk = desk;
    this.#stop = desk.on((_host, { changed, removed }) => {
      for (const { path } of [...changed, ...removed]) this.#entries.delete(path);
      this.#answer = undefined;
    });
  }

  get(): Promise<Uint8Array<ArrayBuffer>> {
    this.#answer ??= this.#make();
    return this.#answer;
  }

  close(): void {
    this.#stop();
  }

  async #make(): Promise<Uint8Array<ArrayBuffer>> {
    const { own } = this.#desk;
    return listOf(own.snapshot.skills, async (skill) => {
      const known = this.#entries.get(skill.path);
      if (known !== undefined) return known;
      const { snapshot } = own;
      const entry = await describeForOpenCode(skill, own);
      // If the skills changed during the read, the entry is not cached, because a part of it may be old.
      if (entry !== undefined && own.snapshot === snapshot) this.#entries.set(skill.path, entry);
      return entry;
    });
  }
}

/** Returns the skills of another directory of the project in the same format. The result is not cached. */
export async function openCodeSkillsIn(cwd: string, own: Skills): Promise<Uint8Array<ArrayBuffer>> {
  const { skills } = await own.snapshotFor({ cwd, force: true });
  return listOf(skills, (skill) => describeForOpenCode(skill, own));
}

async function listOf(
  skills: readonly Loaded[],
  entry: (skill: Skill) => Promise<string | undefined>,
): Promise<Uint8Array<ArrayBuffer>> {
  const texts: string[] = [];
  for (const loaded of skills) {
    const text = isKeptBack(loaded) ? undefined : await entry(loaded.skill);
    if (text !== undefined) texts.push(text);
  }
  return new TextEncoder().encode(`[${texts.join(",")}]`);
}

/**
 * Returns true for skills that are omitted: skills of other servers, and withheld skills. A skill stays if only a rule
 * of the host withholds it, because OpenCode also lists it.
 */
function isKeptBack({ skill, withheld }: Loaded): boolean {
  return skill.root.foreign === true || (withheld !== undefined && !isHostRule(withheld.code));
}

async function describeForOpenCode(skill: Skill, skills: Skills): Promise<string | undefined> {
  // Name and text are read together. Two separate reads could return different versions.
  const now = await skills.content(skill);
  if (now === undefined) return undefined;
  const { name, description, path: location } = now.skill;
  const content = now.body;
  return jsonText({ name, description: description === "" ? null : description, location, content });
}
