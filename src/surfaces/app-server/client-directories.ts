/**
 * The working directories of a client, each with skills that are kept up to date. The first directory is watched from
 * the start. Other directories are watched while the client uses them, so that `skills/changed` can be sent.
 */
import type { LoadOptions } from "../../catalog/load/load.ts";
import type { SkillWatch } from "../../catalog/watch/skill-watch.ts";
import { openSkills, type Skills } from "../../ops/open-skills.ts";

interface Place {
  readonly skills: Skills;
  readonly watch: SkillWatch;
}

/** Maximum working directories to keep up to date. Even a client with many windows needs fewer. */
const MAX_PLACES = 32;

export class ClientDirectories {
  readonly #load: LoadOptions;
  readonly #onChange: () => void;
  readonly #places = new Map<string, Promise<Place>>();

  constructor(load: LoadOptions, onChange: () => void) {
    this.#load = load;
    this.#onChange = onChange;
  }

  /** Returns the current skills of a directory. With `force`, loads them again. */
  async skills(cwd: string, roots: readonly string[], force = false): Promise<Skills> {
    const key = JSON.stringify([cwd, roots]);
    const known = this.#places.get(key);
    const opened = known ?? this.#open(cwd, roots);
    // Removes and adds the entry, so that the most recently used entry is last.
    this.#places.delete(key);
    this.#places.set(key, opened);
    opened.catch(() => this.#places.delete(key));
    const { skills, watch } = await opened;
    if (force && known) await watch.settled();
    if (force && known) await skills.reload({ force });
    await this.#forgetOldest();
    return skills;
  }

  /** Waits until every watch has processed all changes so far. */
  async settled(): Promise<void> {
    for (const opened of this.#places.values()) await (await opened).watch.settled();
  }

  async close(): Promise<void> {
    for (const opened of this.#places.values()) await (await opened).skills.close();
    this.#places.clear();
  }

  async #open(cwd: string, roots: readonly string[]): Promise<Place> {
    const skills = await openSkills({ ...this.#load, cwd, roots: [...(this.#load.roots ?? []), ...roots] });
    const watch = await skills.watch();
    watch.on(this.#onChange);
    return { skills, watch };
  }

  async #forgetOldest(): Promise<void> {
    for (const [key, opened] of [...this.#places].slice(0, -MAX_PLACES)) {
      this.#places.delete(key);
      await (await opened).skills.close();
    }
  }
}
