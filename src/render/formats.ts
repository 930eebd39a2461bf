/** The formats of a catalog by name. Each is loaded when it is asked for: nobody needs more than one. */
import type { WriteListing } from "../model/catalog-text.ts";

const FORMATS: Readonly<Record<string, () => Promise<WriteListing>>> = {
  xml: async () => (await import("./formats/xml.ts")).xml,
  markdown: async () => (await import("./formats/markdown.ts")).markdown,
  bullets: async () => (await import("./formats/bullets.ts")).bullets,
  json: async () => (await import("./formats/json.ts")).json,
  "pickle-bot": async () => (await import("./formats/pickle-bot.ts")).pickleBot,
  aleph: async () => (await import("./formats/aleph.ts")).aleph,
};

export const FORMAT_NAMES: readonly string[] = Object.keys(FORMATS);

export async function findFormat(name: string): Promise<WriteListing | undefined> {
  return Object.hasOwn(FORMATS, name) ? FORMATS[name]?.() : undefined;
}
