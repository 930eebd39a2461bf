/** All shapes that are data, looked for together: one look at a text says which of them are worth a second, and where. */
import type { Finding } from "../../model/audit.ts";
import type { Line } from "../lines.ts";
import type { Material, TextFile } from "../material.ts";
import { DOWNLOADS } from "./downloads.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { LASTING } from "./lasting.ts";
import { type Look, lookout, type Sighting, type Sought } from "./lookout.ts";
import { findPatterns, type Pattern } from "./pattern.ts";
import { PAYLOADS } from "./payloads.ts";
import { HOARDED, KEY_FILES, SECRETS } from "./secrets.ts";

export const SHAPES: readonly Pattern[] = [...INSTRUCTIONS, ...DOWNLOADS, ...PAYLOADS, ...SECRETS, ...LASTING];

const look: Look<Sought> = lookout<Sought>([...SHAPES, KEY_FILES, HOARDED]);

export function shapes({ texts }: Material): Finding[] {
  return texts.flatMap((file) => {
    const lines = suspects(file);
    return lines.length === 0 ? [] : findPatterns(file, lines, SHAPES);
  });
}

/** Whether a text has what it takes to name files with keys, or to take everything at once. */
export function couldHave(file: TextFile, sought: Sought): boolean {
  // The pieces of a cut line can end within a word.
  return file.cut || sightingsIn(file).some(({ of }) => of.includes(sought));
}

/** Lines with what one of them could have. */
type Suspect = readonly [Line, ReadonlySet<Sought>];

function suspects(file: TextFile): Suspect[] {
  if (file.cut)
    return file.lines.map((line): Suspect => [line, meant(look(line.text))]).filter(([, of]) => of.size > 0);
  const sightings = sightingsIn(file);
  const found: Suspect[] = [];
  let start = 0;
  let next = 0;
  for (const line of sightings.length === 0 ? [] : file.lines) {
    const first = next;
    const end = start + line.text.length;
    while (next < sightings.length && (sightings[next] as Sighting<Sought>).at < end) next++;
    if (next > first) found.push([line, meant(sightings.slice(first, next))]);
    start = end + 1;
  }
  return found;
}

function meant(sightings: readonly Sighting<Sought>[]): ReadonlySet<Sought> {
  return new Set(sightings.flatMap(({ of }) => of));
}

/** Several rules ask; the look is the dear part. */
const known = new WeakMap<TextFile, readonly Sighting<Sought>[]>();

function sightingsIn(file: TextFile): readonly Sighting<Sought>[] {
  const sightings = known.get(file) ?? look(file.text);
  known.set(file, sightings);
  return sightings;
}
