/** Finds names that imitate well-known names, and descriptions that do not match the skill's text. */
import type { Finding } from "../../../model/rules/audit.ts";
import { isAscii } from "../../../model/text/text.ts";
import { finding } from "../finding.ts";
import type { AuditedFrontmatter, AuditMaterial, TextFile } from "../material.ts";

/** Well-known names. Attackers imitate them by changing one letter. */
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

export function findLookAlikeName({ frontmatter, skill }: AuditMaterial): Finding[] {
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
  // A well-known name that is followed by a digit is an imitation: `clawhub1` imitates `clawhub`.
  if (plain !== word && SOUGHT.some((name) => name === plain && name.startsWith("claw"))) return plain;
  if (word.length < MIN_LENGTH || (SOUGHT as readonly string[]).includes(word)) return undefined;
  return BY_LENGTH[word.length]?.find((name) => isNear(word, name) && !isWord(word));
}

/** Well-known names. The keys are the lengths of words that could imitate them. */
const BY_LENGTH: readonly (readonly string[])[] = Array.from({ length: 20 }, (_, length) =>
  SOUGHT.filter((name) => name.length > MIN_LENGTH && Math.abs(name.length - length) <= 1),
);

/** Returns true if the two words differ by one letter, which may be added, missing or changed. */
function isNear(word: string, name: string): boolean {
  const surplus = word.length - name.length;
  let at = 0;
  while (at < word.length && word.charCodeAt(at) === name.charCodeAt(at)) at++;
  return word.slice(surplus < 0 ? at : at + 1) === name.slice(surplus > 0 ? at : at + 1);
}

/** Returns true for an English word or a plural. Such a word can differ from a well-known name by chance. */
function isWord(word: string): boolean {
  return /^(?:motion|notions|notional|goggle|codecs|chat-gpt|clause|clauses|discords?|nation|option|potion|lotion|phantoms?|geminis?|googles?|telegrams?|skills?-creator)$/.test(
    word,
  );
}

/** Minimum number of different words for a comparison. A comparison with fewer words proves nothing. */
const MIN_WORDS = 8;
const MIN_BODY_WORDS = 80;

/** Reports a description that shares no word with the text. */
export function findMismatchedDescription({ frontmatter, skill }: AuditMaterial): Finding[] {
  if (frontmatter === undefined || skill === undefined) return [];
  const said = new Set(words(frontmatter.description));
  if (said.size < MIN_WORDS) return [];
  const text = bodyOf(skill, frontmatter);
  // The start of the text is searched first, because nearly every text has a common word there. The last word of the
  // start may be cut, so the second search covers the whole text.
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

/** Returns the skill's text without its frontmatter. */
function bodyOf({ text }: TextFile, { header, line }: AuditedFrontmatter): string {
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

/**
 * Yields the words with four or more letters. They are cut to five letters, so that endings do not matter. Only Latin
 * letters are used, because many other scripts do not separate words by spaces.
 */
function* words(text: string): Generator<string> {
  const letters = isAscii(text) ? /[a-z]{4,40}/g : /\p{Script=Latin}{4,40}/gu;
  for (const [word] of text.toLowerCase().matchAll(letters)) if (!COMMON.has(word)) yield word.slice(0, 5);
}
