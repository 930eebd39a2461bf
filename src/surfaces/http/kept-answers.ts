/**
 * Answers that say nothing but what a snapshot says, kept as bytes for as long as it is the newest: many ask for the same, and
 * a large list takes longer to write than to send. They go with their snapshot.
 */
import type { Snapshot } from "../../model/skills/snapshot.ts";
import type { HttpContext } from "./http-context.ts";
import type { Route } from "./routes/route.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Maximum size of the cache; further answers are made for each request. */
const MAX_BYTES = 16 * 1024 * 1024;

interface Shelf {
  readonly answers: Map<string, Promise<Bytes>>;
  bytes: number;
}

export class KeptAnswers {
  readonly #desk: HttpContext;
  readonly #shelves = new WeakMap<Snapshot, Shelf>();

  constructor(desk: HttpContext) {
    this.#desk = desk;
  }

  /** The same bytes as if it were made now. */
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
      // It may have been made of the next snapshot already, if something was waited for.
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
