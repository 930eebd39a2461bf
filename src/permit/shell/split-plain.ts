/**
 * The lines that need no parser: nothing in them means anything to a shell but the blanks between words. Says the same as
 * the reader with the parser, or nothing at all; a property test holds it to that.
 */
import { MAX_LINE_CHARS, type ShellLine, type SimpleCommand, word } from "./line.ts";

// No quote, escape, expansion, operator, comment, pattern, brace or tilde; `=` only behind the program's name.
const PLAIN = /^ *[A-Za-z0-9_./-][A-Za-z0-9_./:@%+,-]*(?: +[A-Za-z0-9_./:@%+,-][A-Za-z0-9_./:@%+,=-]*)* *$/;
/** What a shell reads as something else than a program. */
const RESERVED: ReadonlySet<string> = new Set(
  "if then else elif fi do done case esac while until for in function time select coproc".split(" "),
);
/** Takes `a=b` as an assignment where others take a word. */
const DECLARES: ReadonlySet<string> = new Set("declare typeset local export readonly alias".split(" "));

export function splitPlain(text: string): ShellLine | undefined {
  if (text.length > MAX_LINE_CHARS || !PLAIN.test(text)) return undefined;
  const words = text.split(" ").filter((each) => each !== "");
  const program = words[0] as string;
  if (RESERVED.has(program) || DECLARES.has(program)) return undefined;
  const command: SimpleCommand = { words: words.map(word), sets: [], writes: [] };
  return { commands: [command] };
}
