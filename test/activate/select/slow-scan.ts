/**
 * The rules of `scan-mentions.ts` in a simple and slow form: at each place, expressions test the text before and after
 * it.
 */
import type { MentionRule } from "../../../src/model/host-profile.ts";
import { SCOPES } from "../../../src/model/skills/root.ts";

export interface SlowMention {
  readonly form: string;
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

const BLANKS = "[ \\t\\n\\r\\v\\f\\u00a0\\u3000\\u2028\\u2029]";
const NAME = "[\\w:\\p{L}\\p{M}\\p{N}-]";
const UNSPACED = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}";

const FENCE = new RegExp(`^(?:${BLANKS}|>)*(?:(?:[-*+]|\\d{1,9}[.)])${BLANKS}+)?(\`{3,}(?=[^\`]*$)|~{3,})`, "u");
const CLOSING = new RegExp(`^(?:${BLANKS}|>)*(\`+|~+)${BLANKS}*$`, "u");
const BLANK_LINE = new RegExp(`^(?:${BLANKS}|>)*$`, "u");
const RUN = new RegExp(`^(?![.:-])(?:${NAME}|\\.(?=${NAME}))+`, "u");
const SCOPED = new RegExp(
  `^@(${SCOPES.join("|")})[:_-]*(?<!-(?=>))(?!(?![${UNSPACED}])${NAME})(?![/\\\\=$@{[(%&#^+~])(?!\\.${NAME})`,
  "iu",
);
const MORE = new RegExp(`^(?:[/\\\\=$@{[(%&#^+~]|\\.${NAME})`, "u");
/**
 * Matches what may precede `$` and `@`: the beginning, white space, an opening or closing mark, or a letter of a script
 * without spaces.
 */
const BEFORE = new RegExp(
  `(?:^|${BLANKS}|[|*,;!?]|(?<![\\w=\\\\])[(["']|[^\\x00-\\x7f\\p{L}\\p{M}\\p{N}]|[${UNSPACED}])$`,
  "u",
);
const BEFORE_SLASH = new RegExp(`(?:^|${BLANKS}|(?<![\\w=\\\\])[(["']|[^\\x00-\\x7f\\p{L}\\p{M}\\p{N}])$`, "u");

/** Returns the paragraphs outside of code, as `[start, end)`. */
function paragraphsOf(text: string): [number, number][] {
  const found: [number, number][] = [];
  let fence = "";
  let at = 0;
  let start = -1;
  const close = (end: number): void => {
    if (start !== -1) found.push([start, end]);
    start = -1;
  };
  for (const line of text.split("\n")) {
    const opened = FENCE.exec(line)?.[1] ?? "";
    if (fence !== "") {
      const mark = CLOSING.exec(line)?.[1] ?? "";
      if (mark[0] === fence[0] && mark.length >= fence.length) fence = "";
    } else if (opened !== "") {
      close(at);
      fence = opened;
    } else if (BLANK_LINE.test(line)) close(at);
    else if (start === -1) start = at;
    at += line.length + 1;
  }
  close(text.length);
  return found;
}

export function slowScan(text: string, rule: MentionRule, isKnown: (name: string) => boolean): SlowMention[] {
  const mentions: SlowMention[] = [];
  const leading = { at: text.search(new RegExp(`(?!${BLANKS})[^]`, "u")) };
  for (const [start, end] of paragraphsOf(text)) {
    let at = start;
    while (at < end) at += stepAt(text, at, end, rule, isKnown, mentions, leading);
  }
  return mentions;
}

/** Returns the number of characters that the scan skips at this place. */
function stepAt(
  text: string,
  at: number,
  end: number,
  rule: MentionRule,
  isKnown: (name: string) => boolean,
  mentions: SlowMention[],
  leading: { at: number },
): number {
  const rest = text.slice(at, end);
  const before = text.slice(0, at);
  const ticks = /^`+/.exec(rest)?.[0];
  if (ticks !== undefined) {
    const code = new RegExp(`^${ticks}(?!\`)[^]*?(?<!\`)${ticks}(?!\`)`).exec(rest)?.[0];
    return (code ?? ticks).length;
  }
  if (rest[0] === "\\") return /^\\`+/.exec(rest)?.[0].length ?? 2;
  const url = new RegExp(`^://(?:(?!${BLANKS})[^<>"\`)])*`, "u").exec(rest)?.[0];
  if (url !== undefined) return url.length;
  const link = /^\[\$([^[\]\n]{0,198})\]\(([^)\n]{0,4095})\)/.exec(rest);
  if (link && rule.dollar) {
    const [whole, name = "", target = ""] = link;
    if (name.trim() !== "" && target.trim() !== "")
      mentions.push({ form: "link", start: at, end: at + whole.length, name: name.trim() });
    return whole.length;
  }
  const target = /^\]\([^)\n]*\)/.exec(rest)?.[0];
  if (target !== undefined) return target.length;
  if (rest[0] === "$" && rule.dollar && (rest[1] === "{" || rest[1] === "(")) return 1 + bracketed(rest.slice(1));
  const sigil = rest[0];
  const here = at === leading.at;
  if (sigil === "/" && !(rule.slash === "anywhere" || (here && rule.slash !== "none"))) return 1;
  if ((sigil === "$" && rule.dollar) || (sigil === "@" && rule.at) || sigil === "/") {
    const prefix = sigil === "/" ? (rule.slashPrefix ?? "") : "";
    const begins = (sigil === "/" ? BEFORE_SLASH : BEFORE).test(before);
    if (sigil === "/" && (!begins || !text.startsWith(prefix, at + 1))) return 1;
    const from = at + 1 + prefix.length;
    const run = RUN.exec(text.slice(from))?.[0] ?? "";
    const read = nameIn(text, from, run, isKnown);
    const end = from + (read?.name.length ?? 0);
    const past = read?.name.includes("@") ? end : from + run.length;
    const form = sigil === "$" ? "dollar" : sigil === "@" ? "at" : "slash";
    if (
      read &&
      begins &&
      (read.known || (sigil === "/" && here && /^\p{L}/u.test(read.name))) &&
      !isOther(form, read.name, rule)
    ) {
      mentions.push({ form, start: at, end, name: read.name });
      if (sigil === "/" && here) {
        const after = text.slice(past).replace(/^[,;:.!?]*/, "");
        const next = after.search(new RegExp(`(?!${BLANKS})[^]`, "u"));
        leading.at = rule.slash === "leading" ? -1 : next === -1 ? -1 : text.length - after.length + next;
      }
    }
    return past - at;
  }
  return 1;
}

function nameIn(
  text: string,
  from: number,
  run: string,
  isKnown: (name: string) => boolean,
): { name: string; known: boolean } | undefined {
  const after = text.slice(from + run.length);
  if (run === "" || run.length > 200) return undefined;
  const scope = SCOPED.exec(after)?.[1];
  if (scope !== undefined) return { name: `${run}@${scope}`, known: isKnown(`${run}@${scope}`) };
  if (MORE.test(after) || (/-$/.test(run) && after.startsWith(">"))) return undefined;
  const bare = run.replace(/[:_-]+$/, "");
  const spaced = run.includes(".") ? "" : run.replace(new RegExp(`[${UNSPACED}][^]*$`, "u"), "").replace(/[:_-]+$/, "");
  const known = [run, bare, spaced].find((name) => name !== "" && isKnown(name));
  return known !== undefined ? { name: known, known: true } : bare === "" ? undefined : { name: bare, known: false };
}

function isOther(form: string, name: string, rule: MentionRule): boolean {
  if (form !== "dollar") return false;
  return (
    name === "PATH" ||
    /^\d[\d.,_-]*[A-Za-z]{0,2}$/.test(name) ||
    (rule.capitals === "ignored" && /^[^a-z]*[A-Z][^a-z]*$/.test(name))
  );
}

/** Returns the length of the `{…}` or `(…)` at the beginning. Without a closing bracket, returns the length of the line. */
function bracketed(rest: string): number {
  const [open, close] = rest[0] === "{" ? ["{", "}"] : ["(", ")"];
  let depth = 0;
  for (const [index, character] of [...rest.split("\n", 1)[0]!.split("").entries()]) {
    if (character === open) depth++;
    if (character === close && --depth === 0) return index + 1;
  }
  return rest.split("\n", 1)[0]!.length;
}
