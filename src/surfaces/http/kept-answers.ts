/**
 * Caches answers that depend only on a snapshot, as bytes, until the next snapshot. Many clients request the same
 * answer, and serializing a large list takes longer than sending it.
 */
import type { Snapshot } from "../../model/skills/snapshot.ts";
import type { HttpContext } from "./http-context.ts";
import type { Route } from "./routes/route.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Maximum size of the cache. If it is full, further answers are not cached. */
const MAX_BYTES = 16 * 1024 * 1024;

interface Shelf {
  readonly answers: Map<string, Promise<Bytes>>;
  bytes: number;
}

export class AnswerCache {
  readonly #desk: HttpContext;
  readonly #shelves = new WeakMap<Snapshot, Shelf>();

  constructor(desk: HttpContext) {
    this.#desk = desk;
  }

  /** Returns the bytes of an answer, from the cache if possible. Cached bytes are the same as newly built ones. */
  async get(route: Route, given: { readonly host?: string }, make: () => Promise<Bytes>): Promise<Bytes> {
    if (!route.kept(given as never)) return make();
    const skills = await this.#desk.skills(given.host);
    const { snapshot } = skills;
    const shelf = this.#shelfOf(snapshot);
    const key = `${route.id} ${JSON.stringify(given)}`;
    const known = shelf.answers.get(key);
    if (known) return known;
    const making = make();
    shelf.answers.set(key, making);
    try {
      const made = await making;
      // If the route had to wait, the answer may already be from the next snapshot.
      const fits = skills.snapshot === snapshot && shelf.bytes + made.byteLength <= MAX_BYTES;
      if (fits) shelf.bytes += made.byteLength;
      else shelf.answers.delete(key);
      return made;
    } catch (error) {
      shelf.answers.delete(key);
      throw error;
    }
  }

  #shelfOf(snapshot: Snapshot): Shelf {
    const known = this.#shelves.get(snapshot) ?? { answers: new Map(), bytes: 0 };
    this.#shelves.set(snapshot, known);
    return known;
  }
}
