/**
 * Programs of which nothing is known may write any file that their words name. So a word that leads to what decides over skills
 * is not swallowed by a `*`, unless its program is known to read; what is known to write is looked at elsewhere, more closely.
 */
import type { Spelled } from "./command-pattern.ts";
import type { Grants } from "./prove-line.ts";
import type { ShellWord, SimpleCommand } from "./read/line.ts";
import { isWriter } from "./writers.ts";

const of = (words: string): readonly string[] => words.split(" ");

/** They print what they read, or nothing. */
const READERS: ReadonlySet<string> = new Set(
  of(
    "[ ack ag awk b2sum basename bat cat cd cksum cmp column comm cut df diff dirname du echo egrep fd fdfind fgrep file " +
      "find fold gawk gh grep head hexdump join jq less ls mawk md5sum more nawk nl od paste pr printf pwd readlink realpath rev rg " +
      "sha1sum sha256sum sha512sum sort stat strings tac tail test tr tree type wc which",
  ),
);

/** The first file that they are given is what they run, and they do not write it. */
const INTERPRETERS: ReadonlySet<string> = new Set(
  of("bash bun csh dash deno expect fish julia ksh lua node osascript perl php powershell pwsh python python2 python3") //
    .concat(of("Rscript ruby sh tclsh tcsh ts-node tsx zsh")),
);

/** Nothing else can lead to a place that has its usual name. Cheap, because every line is held against it. */
const NAMED = /(?:(?:^|\s)-[a-z]{1,12}|^|[^\w.])(?:\.[a-z]|opencode\.json|skills\.lock)/i;

/** Whether a command needs a look at where its words lead. */
export function mayMention(program: string, command: SimpleCommand): boolean {
  if (command.dotted === false || READERS.has(program)) return false;
  const { text } = command;
  return text === undefined ? command.words.some((word) => NAMED.test(word.text)) : NAMED.test(text);
}

/** [B24] The word that leads there. */
export function mentioned(
  words: readonly ShellWord[],
  spelled: Spelled,
  grants: Pick<Grants, "reach" | "isOpen">,
): string | undefined {
  const program = words[0]?.text ?? "";
  if (READERS.has(program) || isWriter(program)) return undefined;
  const run = INTERPRETERS.has(program) ? words.findIndex(({ text }, at) => at > 0 && !text.startsWith("-")) : -1;
  return words.find(({ text }, at) => at > 0 && at !== run && !spelled(at) && leadsThere(text, grants))?.text;
}

/** Letters before a path that hangs on a short option. */
const MAX_LETTERS = 12;

function leadsThere(text: string, { reach, isOpen }: Pick<Grants, "reach" | "isOpen">): boolean {
  if (!NAMED.test(text)) return false;
  const hanging = /^-[A-Za-z]/.test(text) ? Array.from({ length: MAX_LETTERS }, (_, at) => text.slice(at + 2)) : [];
  const parts = [text, ...text.split(/[=:,@]/), ...text.split(/[^\w./-]+/), ...hanging];
  return parts.some((part) => NAMED.test(part) && reach(part) === "inside" && !isOpen(part));
}

/** [B24] For a line that cannot be taken apart. */
export function namesPlaces(text: string): boolean {
  return /(?<![\w.-])(?:\.(?:git|claude|agents|codex|opencode|skillwright|mcp\.json)(?![\w-])|opencode\.jsonc?|skills\.lock)/i.test(
    text,
  );
}
