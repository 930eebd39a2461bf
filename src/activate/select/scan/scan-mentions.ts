/**
 * Scans a message once and returns the positions that name a skill, in order, and the ranges of prose. It skips code,
 * escapes, variables, prices, addresses, URLs and paths. It only checks whether a name is known; other files resolve
 * the mention.
 */
import type { MentionRule } from "../../../model/host-profile.ts";
import { canPrecedeMention, isAsciiWord, isBlankCode, isOpeningCharacter } from "./characters.ts";
import { codeSpans } from "./code-spans.ts";
import {
  AT_SIGN,
  BACKSLASH,
  BACKTICK,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COLON,
  DOLLAR,
  DOUBLE_QUOTE,
  GREATER_THAN,
  LESS_THAN,
  NEWLINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
  SLASH,
} from "./codes.ts";
import { isAllCapitals, isAmount, isVariableName } from "./lookalikes.ts";
import type { ScannedMessage } from "./message.ts";
import { type MessageRange, paragraphs } from "./paragraphs.ts";
import { MAX_NAME, readName, type ScannedName } from "./read-name.ts";

export interface Mention {
  readonly form: "dollar" | "link" | "slash" | "at";
  readonly name: string;
  readonly known: boolean;
  readonly start: number;
  readonly end: number;
  /** Target of a link. */
  readonly target?: string;
  /** Index among the leading slash commands of a message, and the offset of the following text. */
  readonly leading?: number;
  readonly after?: number;
}

export interface ScannedMentions {
  readonly mentions: readonly Mention[];
  readonly prose: readonly MessageRange[];
}

/**
 * Returns the mentions and the prose of a message. `isCommand` returns true if `/name` is a command, even if no skill
 * has that name.
 */
export function scanMentions(
  message: ScannedMessage,
  rule: MentionRule,
  isKnown: (name: string) => boolean,
  isCommand: (name: string) => boolean = () => false,
): ScannedMentions {
  const scan = new Scan(message, rule, isKnown, isCommand);
  for (const paragraph of paragraphs(message)) scan.paragraph(paragraph);
  return scan;
}

/** Maximum characters of a link target. */
const MAX_TARGET = 4096;

class Scan implements ScannedMentions {
  readonly mentions: Mention[] = [];
  readonly prose: MessageRange[] = [];
  readonly #message: ScannedMessage;
  readonly #rule: MentionRule;
  readonly #isKnown: (name: string) => boolean;
  readonly #isSlash: (name: string) => boolean;
  /**
   * The offset at which the next slash command must start to be one of the leading commands. `#leading` is the number
   * of leading commands so far.
   */
  #leadingAt: number;
  #leading = 0;

  constructor(
    message: ScannedMessage,
    rule: MentionRule,
    isKnown: (name: string) => boolean,
    isCommand: (name: string) => boolean,
  ) {
    this.#message = message;
    this.#rule = rule;
    this.#isKnown = isKnown;
    this.#isSlash = (name) => isKnown(name) || isCommand(name);
    this.#leadingAt = this.#afterBlanks(0);
  }

  paragraph({ start, end }: MessageRange): void {
    const spans = codeSpans(this.#message, { start, end });
    let prose = start;
    for (let at = start; at < end; ) {
      const code = this.#message.code(at);
      const span = code === BACKTICK ? spans.get(at) : undefined;
      if (span === undefined) at = code === BACKTICK ? this.#afterBackticks(at) : this.#step(code, at, end);
      else {
        if (prose < at) this.prose.push({ start: prose, end: at });
        prose = at = span;
      }
    }
    if (prose < end) this.prose.push({ start: prose, end });
  }

  /** Skips or records the token at this position, and returns the position after it. */
  #step(code: number, at: number, end: number): number {
    switch (code) {
      case BACKSLASH:
        return this.#message.code(at + 1) === BACKTICK ? this.#afterBackticks(at + 1) : at + 2;
      case DOLLAR:
        return this.#rule.dollar ? this.#dollar(at, end) : at + 1;
      case OPEN_BRACKET:
        return this.#rule.dollar ? this.#link(at, end) : at + 1;
      case CLOSE_BRACKET:
        return this.#linkTarget(at, end);
      case SLASH:
        return this.#slash(at);
      case AT_SIGN:
        return this.#rule.at ? this.#at(at) : at + 1;
      case COLON:
        return this.#url(at, end);
      default:
        return at + 1;
    }
  }

  #dollar(at: number, end: number): number {
    const next = this.#message.code(at + 1);
    if (next === OPEN_BRACE || next === OPEN_PAREN) return this.#bracketed(at + 1, end);
    const read = readName(this.#message, at + 1, this.#isKnown);
    if (read.known && !this.#isOther(read.name) && this.#mayBegin(at, "$")) this.#keep("dollar", at, read);
    return read.runEnd;
  }

  #isOther(name: string): boolean {
    return isVariableName(name) || isAmount(name) || (this.#rule.capitals === "ignored" && isAllCapitals(name));
  }

  /** Skips `${X}` and `$(…)` with their content. Without a closing bracket, skips to the end of the line. */
  #bracketed(open: number, end: number): number {
    const closing = this.#message.code(open) === OPEN_BRACE ? CLOSE_BRACE : CLOSE_PAREN;
    const opening = this.#message.code(open);
    let depth = 0;
    for (let at = open; at < end; at++) {
      const code = this.#message.code(at);
      if (code === opening) depth++;
      else if (code === closing && --depth === 0) return at + 1;
      else if (code === NEWLINE) return at;
    }
    return end;
  }

  /** Reads `[$name](target)`. The target identifies the skill, so the name may be any text on one line. */
  #link(at: number, end: number): number {
    const message = this.#message;
    if (message.code(at + 1) !== DOLLAR) return at + 1;
    const close = message.next("]", at);
    if (close - at > MAX_NAME || message.code(close + 1) !== OPEN_PAREN || message.next("[", at + 1) < close)
      return at + 1;
    const past = message.next(")", close);
    if (past >= message.next("\n", at) || past >= end || past - close > MAX_TARGET) return at + 1;
    const name = message.text.slice(at + 2, close).trim();
    const target = message.text.slice(close + 2, past).trim();
    if (name !== "" && target !== "")
      this.mentions.push({ form: "link", name, known: this.#isKnown(name), start: at, end: past + 1, target });
    return past + 1;
  }

  /** Skips the target of an ordinary link, because the target is not a mention. */
  #linkTarget(at: number, end: number): number {
    const message = this.#message;
    if (message.code(at + 1) !== OPEN_PAREN) return at + 1;
    const past = message.next(")", at);
    return past < end && past < message.next("\n", at) ? past + 1 : at + 1;
  }

  #slash(at: number): number {
    const { slash, slashPrefix = "" } = this.#rule;
    const leading = at === this.#leadingAt;
    const counts = slash === "anywhere" || (leading && slash !== "none");
    if (!counts || !this.#mayBegin(at, "/") || !this.#message.text.startsWith(slashPrefix, at + 1)) return at + 1;
    const read = readName(this.#message, at + 1 + slashPrefix.length, this.#isSlash);
    if (!leading && read.known) this.#keep("slash", at, read);
    // An unknown command at the start of a message is kept, so that the user gets an error.
    if (leading && (read.known || /^\p{L}/u.test(read.name))) {
      const after = this.#afterPunctuation(read.runEnd);
      this.#keep("slash", at, read, { leading: this.#leading++, after });
      this.#leadingAt = slash === "leading" ? -1 : this.#afterBlanks(after);
    }
    return read.runEnd;
  }

  #at(at: number): number {
    const read = readName(this.#message, at + 1, this.#isKnown);
    if (read.known && this.#mayBegin(at, "@")) this.#keep("at", at, read);
    return read.runEnd;
  }

  #keep(form: Mention["form"], start: number, { name, known, end }: ScannedName, more: Partial<Mention> = {}): void {
    this.mentions.push({ form, name, known, start, end, ...more });
  }

  /** Skips `https://…` up to a blank or an enclosing character. */
  #url(at: number, end: number): number {
    const message = this.#message;
    if (message.code(at + 1) !== SLASH || message.code(at + 2) !== SLASH) return at + 1;
    let past = at + 3;
    while (past < end && !endsUrl(message.code(past))) past++;
    return past;
  }

  /** Returns whether a mention may begin after the preceding text. */
  #mayBegin(at: number, sigil: "$" | "@" | "/"): boolean {
    const before = this.#message.characterBefore(at);
    if (!canPrecedeMention(before, sigil)) return false;
    if (!isOpeningCharacter(before.charCodeAt(0))) return true;
    const further = this.#message.characterBefore(at - 1);
    return further === "" || !(further === "=" || further === "\\" || isAsciiWord(further.charCodeAt(0)));
  }

  #afterBackticks(at: number): number {
    let past = at;
    while (this.#message.code(past) === BACKTICK) past++;
    return past;
  }

  #afterBlanks(at: number): number {
    let past = at;
    while (isBlankCode(this.#message.code(past))) past++;
    return past;
  }

  /** Skips punctuation: `/pdf, please` and `/pdf: this` give the arguments `please` and `this`. */
  #afterPunctuation(at: number): number {
    let past = at;
    while (past < this.#message.length && ",;:.!?".includes(this.#message.text[past] as string)) past++;
    return past;
  }
}

function endsUrl(code: number): boolean {
  return (
    isBlankCode(code) ||
    code === LESS_THAN ||
    code === GREATER_THAN ||
    code === DOUBLE_QUOTE ||
    code === BACKTICK ||
    code === CLOSE_PAREN
  );
}
