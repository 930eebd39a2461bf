/** Variables that a line may set without a question. Every other one can change what a program does or runs. */
import type { Setting } from "../read/shell-line.ts";

const ON = /^(?:1|true|yes)$/;
const COLOR = /^(?:[0-3]|true|false)$/;
const LOCALE = /^(?:C|POSIX|C\.UTF-?8|en_US\.UTF-?8)$/i;

/** Each with the values that only change how a program prints. A locale or time zone can also be the path of a file. */
const HARMLESS: ReadonlyMap<string, RegExp> = new Map([
  ["LC_ALL", LOCALE],
  ["LANG", LOCALE],
  ["LC_CTYPE", LOCALE],
  ["TZ", /^(?:UTC|GMT|[A-Z][a-z]{2,12}\/[A-Z][A-Za-z_]{2,20})$/],
  ["NO_COLOR", ON],
  ["CI", ON],
  ["FORCE_COLOR", COLOR],
  ["CLICOLOR", COLOR],
  ["COLUMNS", /^\d{1,4}$/],
  ["LINES", /^\d{1,4}$/],
  ["NODE_ENV", /^(?:production|development|test)$/],
  ["PYTHONUNBUFFERED", ON],
  ["PYTHONDONTWRITEBYTECODE", ON],
]);

export function isHarmlessSetting({ name, value }: Setting): boolean {
  return HARMLESS.get(name)?.test(value) === true;
}

/** Names that people give to loop variables, and that no shell and no program gives a meaning. In zsh, `path` is the search path. */
const LOOP_NAMES: ReadonlySet<string> = new Set(
  (
    "branch commit d dir directory f file filename folder host id item k key line module n name num number p package page part " +
    "pkg pr s skill src t tag target test v val value w word x y z a b c e g h i j l m o q r u"
  ).split(" "),
);

export function isLoopName(name: string): boolean {
  return LOOP_NAMES.has(name);
}

/** Words that are not programs to a shell, and those that read `a=b` as an assignment. */
export const KEYWORDS: ReadonlySet<string> = new Set(
  (
    "if then else elif fi do done case esac while until for in function time select coproc " +
    "declare typeset local export readonly alias"
  ).split(" "),
);
