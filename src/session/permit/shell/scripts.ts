/** Programs whose argument is a program of its own: sed and awk. Only the plain ones of these are read here. */
import type { Spelled } from "./command-pattern.ts";
import type { ShellWord } from "./read/line.ts";

/**
 * `s/a/b/g`, `3d`, `1,20p`, `/x/d`. Not `e`, which runs a command, nor `w` and `W`, which write a file, nor anything that
 * could hide them.
 */
const ADDRESS = String.raw`(?:\d{1,9}|\$|/[^/\\\n]{1,200}/)`;
const SIMPLE = new RegExp(`^(?:${ADDRESS}(?:,${ADDRESS})?!?)?[pdq=]$`);
const DELIMITERS = "/|,#:@!%";
const SUBSTITUTION = new RegExp(
  [...DELIMITERS]
    .map((each) => {
      const inside = String.raw`(?:[^${each === "|" ? "\\|" : each}\\\n]|\\.){0,2000}`;
      const end = each === "|" ? "\\|" : each;
      return `^(?:${ADDRESS})?s${end}${inside}${end}${inside}${end}[gpiI0-9]{0,4}$`;
    })
    .join("|"),
);
const SED_OPTIONS =
  /^(?:-[nErsuzi]+|--(?:quiet|silent|regexp-extended|null-data|posix|debug)|-e|-i(?:\.[A-Za-z]{1,8})?)$/;

export function sedDanger(words: readonly ShellWord[], spelled: Spelled): string | undefined {
  let scripts = 0;
  let next = false;
  for (let at = 1; at < words.length; at++) {
    const { text, whole } = words[at] as ShellWord;
    const isScript = next || (scripts === 0 && !text.startsWith("-"));
    next = !next && text === "-e";
    if (spelled(at)) scripts += Number(isScript);
    else if (!isScript && text.startsWith("-") && !(whole && SED_OPTIONS.test(text)))
      return `\`sed ${text}\` is not looked into`;
    else if (!isScript && !whole && text === "") return "a word of it could become an option when it runs";
    else if (isScript) {
      if (!whole || !(SIMPLE.test(text) || SUBSTITUTION.test(text))) return "its `sed` script is not a plain one";
      scripts++;
    }
  }
  return scripts === 0 ? "`sed` takes its orders from elsewhere" : undefined;
}

/** Nothing that runs, reads or writes. `NR>1 {print}` has a `>` that is harmless, and is not taken either. */
const AWK = /^[^|>@`]{0,2000}$/;
const AWK_WORDS = /system|getline|close|fflush|ENVIRON|include|load/;

export function awkDanger(words: readonly ShellWord[], spelled: Spelled): string | undefined {
  let at = 1;
  for (; at < words.length; at++) {
    const { text, whole } = words[at] as ShellWord;
    if (spelled(at)) continue;
    if (!text.startsWith("-") && !(at === 1 && text === "")) break;
    if (!whole || !/^-F.{0,5}$/.test(text)) return `\`awk ${text}\` is not looked into`;
    // The separator may be a word of its own.
    if (text === "-F") at++;
  }
  const script = words[at];
  if (script === undefined) return at > 1 && spelled(at - 1) ? undefined : "`awk` takes its orders from elsewhere";
  if (spelled(at)) return undefined;
  if (!script.whole || !AWK.test(script.text) || AWK_WORDS.test(script.text))
    return "its `awk` script is not a plain one";
  const opens = words.slice(at + 1).some(({ text, whole }) => !whole && (text === "" || text.startsWith("-")));
  return opens ? "a word of it could become an option when it runs" : undefined;
}
