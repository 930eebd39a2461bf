/**
 * Escapes a body so that it cannot close its envelope. If the envelope is a host's format, closing tags in the body
 * lose their first character: `</skill>` becomes `&lt;/skill>`. Everything else stays unchanged.
 */

/** Brackets and slashes that look like `<` and `/`. A model may read them as `<` and `/`. */
const BRACKETS = /[<\u2039\u2329\u3008\ufe64\uff1c]/g;
const SLASHES = "/\u2044\u2215\u29f8\uff0f";
/** Invisible characters: controls, zero-width and bidirectional characters, fillers, variation selectors and tags. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/u;

/** Returns a body without closing tags of these names, and without text that looks like them. */
export function escapeClosingTags(body: string, tags: readonly string[]): string {
  let safe = "";
  let from = 0;
  for (const { index } of body.matchAll(BRACKETS)) {
    if (!closes(body, index + 1, tags)) continue;
    safe += `${body.slice(from, index)}&lt;`;
    from = index + 1;
  }
  return from === 0 ? body : safe + body.slice(from);
}

/** Returns true if `/name` follows. The time is linear, because the skipped text contains no bracket. */
function closes(text: string, from: number, tags: readonly string[]): boolean {
  const slash = skipBlank(text, from);
  if (slash >= text.length || !SLASHES.includes(text[slash] as string)) return false;
  const letters = lettersAt(text, skipBlank(text, slash + 1), longest(tags));
  return tags.some((tag) => letters === tag.toLowerCase());
}

function skipBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const character = characterAt(text, at);
    if (!/\s/.test(character) && !UNSEEN.test(character)) break;
    at += character.length;
  }
  return at;
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) as number);
}

/** Returns the tag name at this position as a reader sees it, or undefined if it is longer than any tag. */
function lettersAt(text: string, from: number, most: number): string | undefined {
  let name = "";
  for (let at = from; at < text.length; ) {
    const character = characterAt(text, at);
    at += character.length;
    if (UNSEEN.test(character)) continue;
    const letter = character.normalize("NFKC").toLowerCase();
    if (!/^[\w.:-]+$/.test(letter)) break;
    name += letter;
    if (name.length > most) return undefined;
  }
  return name;
}

function longest(tags: readonly string[]): number {
  return Math.max(...tags.map((tag) => tag.length));
}
