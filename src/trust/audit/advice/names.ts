/** Names that look like others, and descriptions of something else. */
import type { Finding } from "../../../model/rules/audit.ts";
import { isAscii } from "../../../model/text/text.ts";
import { finding } from "../finding.ts";
import type { Frontmatter, Material, TextFile } from "../material.ts";

/** Names that people look for; one letter off is how they were imitated. */
const SOUGHT = [
  "anthropic",
  "claude",
  "claude-code",
  "openai",
  "chatgpt",
  "codex",
  "gemini",
  "openclaw",
  "clawhub",
  "clawdhub",
  "moltbot",
  "clawdbot",
  "github",
  "gitlab",
  "google",
  "microsoft",
  "skill-creator",
  "frontend-design",
  "web-search",
  "polymarket",
  "metamask",
  "phantom",
  "coinbase",
  "telegram",
  "whatsapp",
  "discord",
  "youtube",
  "linkedin",
  "notion",
] as const;
const MIN_LENGTH = 5;

export function lookAlikeName({ frontmatter, skill }: Material): Finding[] {
  if (frontmatter === undefined || skill === undefined || frontmatter.name === "") return [];
  const { name, line } = frontmatter;
  const at = { path: skill.path, line, text: name };
  if (mixesScripts(name))
    return [finding("SK838", { message: "its name mixes letters of several scripts that look alike", ...at })];
  for (const word of [name.toLowerCase(), ...name.toLowerCase().split(/[-_\s:]+/)]) {
    const meant = imitated(word);
    if (meant !== undefined) return [finding("SK838", { message: `its name is nearly \`${meant}\``, ...at })];
  }
  return [];
}

function mixesScripts(name: string): boolean {
  return (
    !isAscii(name) &&
    /\p{Script=Latin}/u.test(name) &&
    /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u.test(name)
  );
}

function imitated(word: string): string | undefined {
  const plain = /\d$/.test(word) ? word.replace(/(?<!\d)\d+$/, "") : word;
  // `clawhub1` for `clawhub`: a digit behind the name of a well-known one.
  if (plain !== word && SOUGHT.some((name) => name === plain && name.startsWith("claw"))) return plain;
  if (word.length < MIN_LENGTH || (SOUGHT as readonly string[]).includes(word)) return undefined;
  return BY_LENGTH[word.length]?.find((name) => isNear(word, name) && !isWord(word));
}

/** Of each length of a word, the names that it could be meant for. */
const BY_LENGTH: readonly (readonly string[])[] = Array.from({ length: 20 }, (_, length) =>
  SOUGHT.filter((name) => name.length > MIN_LENGTH && Math.abs(name.length - length) <= 1),
);

/** One letter more, less or other. */
function isNear(word: string, name: string): boolean {
  const surplus = word.length - name.length;
  let at = 0;
  while (at < word.length && word.charCodeAt(at) === name.charCodeAt(at)) at++;
  return word.slice(surplus < 0 ? at : at + 1) === name.slice(surplus > 0 ? at : at + 1);
}

/** English words and plurals that happen to be one letter off. */
function isWord(word: string): boolean {
  return /^(?:motion|notions|notional|goggle|codecs|chat-gpt|clause|clauses|discords?|nation|option|potion|lotion|phantoms?|geminis?|googles?|telegrams?|skills?-creator)$/.test(
    word,
  );
}

/** A short text, or a description in words of its own, proves nothing. */
const MIN_WORDS = 8;
const MIN_BODY_WORDS = 80;

/** Not one word of a description in all of the text. */
export function differentDescription({ frontmatter, skill }: Material): Finding[] {
  if (frontmatter === undefined || skill === undefined) return [];
  const said = new Set(words(frontmatter.description));
  if (said.size < MIN_WORDS) return [];
  const text = bodyOf(skill, frontmatter);
  // Nearly every text has one among its first words. The last of them may be cut, and is left to the second look.
  if (hasOneOf(said, text.slice(0, text.lastIndexOf(" ", BEGINNING) + 1)) || hasOneOf(said, text)) return [];
  if (new Set(words(text)).size < MIN_BODY_WORDS) return [];
  return [
    finding("SK839", {
      message: "no word of its description occurs in its text",
      path: skill.path,
      line: frontmatter.line,
      text: frontmatter.description,
    }),
  ];
}

const BEGINNING = 2000;

function hasOneOf(said: ReadonlySet<string>, text: string): boolean {
  for (const word of words(text)) if (said.has(word)) return true;
  return false;
}

/** What stands behind the header's last line. */
function bodyOf({ text }: TextFile, { header, line }: Frontmatter): string {
  let at = 0;
  for (let left = line + header.split("\n").length - 1; left > 0 && at !== -1; left--)
    at = text.indexOf("\n", at) + 1 || -1;
  return at === -1 ? "" : text.slice(at);
}

const COMMON: ReadonlySet<string> = new Set(
  "this that with from when your user users use uses using skill skills should about into such ask asks what which these also will have more than task tasks".split(
    " ",
  ),
);

/** Words of four letters or more by their first five, so that endings do not matter. Latin letters only: others are not parted by blanks. */
function* words(text: string): Generator<string> {
  const letters = isAscii(text) ? /[a-z]{4,40}/g : /\p{Script=Latin}{4,40}/gu;
  for (const [word] of text.toLowerCase().matchAll(letters)) if (!COMMON.has(word)) yield word.slice(0, 5);
}
