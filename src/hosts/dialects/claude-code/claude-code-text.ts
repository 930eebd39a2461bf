/**
 * Reproduces the text that Claude Code 2.1.326 sends to a model: it has no terminal sequences, spaces for invisible
 * characters, and escaped angle brackets. Skills whose names contain such characters are not offered.
 */

const HIDDEN = "\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\u2028\\u2029\\p{Default_Ignorable_Code_Point}\\u2800";
const HIDDEN_RUN = new RegExp(`[${HIDDEN}]+`, "gu");
const HIDDEN_ONE = new RegExp(`[${HIDDEN}]`, "u");

/** Maximum characters of a text in which joiners of emoji are recognized. */
const MAX_JOINED = 4096;
const MAX_NAME = 256;

/** Matches terminal sequences: control sequences, strings up to their terminator, and other escapes. */
const TERMINAL =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[\s\S]*?(?:\u0007|\u001b\\|\u009c|$)|\u001b[ -/]*[0-~]/g;

const JOINERS = /\u200C|\u200D|\uFE0F|\u{E007F}/u;
const UNICODE_SETS = "gv";
const EMOJI = new RegExp("\\p{RGI_Emoji}", UNICODE_SETS);
const LETTER_JOINERS = letterJoiners();

/** Returns the text as one line, as the model reads it. */
export function claudeCodeLine(text: string): string {
  const visible = text.replace(/\p{Cs}/gu, "\u200b").replace(TERMINAL, "");
  const kept = keptPositions(visible);
  const line = visible.replace(HIDDEN_RUN, (run, at: number) => {
    let shown = "";
    for (let index = 0; index < run.length; index++)
      shown += kept.has(at + index) ? run.charAt(index) : shown.endsWith(" ") ? "" : " ";
    return shown;
  });
  return line.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Finds zero-width joiners that belong to an emoji or to a letter. */
function keptPositions(text: string): ReadonlySet<number> {
  const kept = new Set<number>();
  if (text.length > MAX_JOINED || !JOINERS.test(text)) return kept;
  for (const pattern of [EMOJI, LETTER_JOINERS])
    for (const { index, 0: found } of text.matchAll(pattern))
      for (let at = index; at < index + found.length; at++) kept.add(at);
  return kept;
}

const MARK = "[\\p{M}\\u1160-\\u11FF\\uD7B0-\\uD7FF]";
const LOOSE_MARK = new RegExp(
  `(?<![\\p{L}\\p{N}\\p{M}])${MARK}|${MARK}{9}|\\p{Soft_Dotted}\\p{M}*\\u0307|[\\u0131\\u0237]\\p{M}|(?<=[\\p{sc=Latin}\\p{sc=Common}]${MARK}*)(?!\\p{sc=Inherited})${MARK}`,
  "u",
);
const KEYCAP = new RegExp(`\\u20E3|\\u263A${MARK}`, "u");
const ODD_SPACE = /(?! )\p{Zs}|[\uFFFC\u{1D159}\u{13441}\u{13442}\u{16910}\u{16FE4}]|^ | $/u;
/** Matches a name with a blank at either end of a part, or with an empty part. Colons separate the parts. */
const LOOSE_PART = /(?:^|:) | (?::|$)|^:|:$/;

/** Returns true if the host offers a skill of this name to the model. */
export function isOfferedName(name: string): boolean {
  return isPlainName(name) && !LOOSE_PART.test(name);
}

/** Returns true if the host may show the skill's own `name` beside the name of its directory. */
export function isShownTitle(title: string): boolean {
  return isPlainName(title) && /^[\p{L}\p{M}\p{N}_:.-]+$/u.test(title);
}

function isPlainName(name: string): boolean {
  if (name === "" || name.length > MAX_NAME || /[<>]| {2}/.test(name)) return false;
  const reduced = JOINERS.test(name) ? name.replace(EMOJI, "☺").replace(LETTER_JOINERS, "") : name;
  if (HIDDEN_ONE.test(reduced) || KEYCAP.test(reduced) || LOOSE_MARK.test(reduced)) return false;
  return !/\uFE0F[\u{1F3FB}-\u{1F3FF}]/u.test(name) && !ODD_SPACE.test(name);
}

/**
 * Returns an expression for joiners that are needed between letters: in Indic scripts, after a Sinhala virama, and
 * between Arabic letters that would join.
 */
function letterJoiners(): RegExp {
  const at = (code: number): string => `\\u{${code.toString(16)}}`;
  const indic = [0x900, 0x980, 0xa80, 0xb00, 0xc00, 0xc80, 0xd00].map((block) => {
    const letter = `[${at(block + 21)}-${at(block + 57)}]`;
    const nukta = block === 0xd00 ? "" : `${at(block + 60)}?`;
    return `[\\u200C\\u200D](?<=${letter}${nukta}${at(block + 77)}.)(?=${letter})`;
  });
  const sinhala = "[\\u0D9A-\\u0DC6]";
  const before =
    "\\u0620\\u0626\\u0628\\u062A-\\u062E\\u0633-\\u063F\\u0641-\\u0647\\u0649\\u064A\\u066E\\u066F\\u0678-\\u0687\\u069A-\\u06BF\\u06C1\\u06C2\\u06CC\\u06CE\\u06D0\\u06D1\\u06FA-\\u06FC\\u06FF\\u0750-\\u0758\\u075C-\\u076A\\u076D-\\u0770\\u0772\\u0775-\\u0777\\u077A-\\u077F\\u0886\\u0889-\\u088D\\u088F\\u08A0-\\u08A9\\u08AF\\u08B0\\u08B3-\\u08B8\\u08BA-\\u08C8";
  const after =
    "\\u0620\\u0622-\\u063F\\u0641-\\u064A\\u066E\\u066F\\u0671-\\u0673\\u0675-\\u06D3\\u06D5\\u06EE\\u06EF\\u06FA-\\u06FC\\u06FF\\u0750-\\u077F\\u0870-\\u0882\\u0886\\u0889-\\u088F\\u08A0-\\u08AC\\u08AE-\\u08C8";
  const vowels = "(?:(?=[\\p{sc=Arabic}\\p{sc=Inherited}])(?!\\p{Default_Ignorable_Code_Point})\\p{Mn}){0,8}";
  const parts = [
    ...indic,
    `\\u200D(?<=${sinhala}\\u0DCA.)(?=${sinhala})`,
    `\\u200C(?<=[${before}]${vowels}.)(?=[${after}])`,
  ];
  return new RegExp(parts.join("|"), "gu");
}
