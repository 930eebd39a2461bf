/** Programs that only run another command. The inner command is what counts. */
import type { Setting, ShellWord } from "./read/line.ts";

export interface InnerCommand {
  readonly words: readonly ShellWord[];
  readonly sets: readonly Setting[];
}

const SHELLS: ReadonlySet<string> = new Set(["bash", "sh", "zsh", "dash"]);

/** The line of `sh -c LINE`, if nothing else is in the command. */
export function shellLine([program, option, line, ...more]: readonly ShellWord[]): string | undefined {
  if (!SHELLS.has(program?.text ?? "") || more.length > 0 || !line?.whole) return undefined;
  return option?.whole && /^-[elux]{0,4}c$/.test(option.text) ? line.text : undefined;
}

/** `env NAME=value program …`. An option of `env` can change the directory or the program. */
export function commandOfEnv([program, ...rest]: readonly ShellWord[]): InnerCommand | undefined {
  if (program?.text !== "env") return undefined;
  const start = rest.findIndex(({ text, whole }) => !whole || !/^[A-Za-z_]\w*=/.test(text));
  const first = rest[start];
  if (start === -1 || !first?.whole || first.text.startsWith("-")) return undefined;
  const sets = rest.slice(0, start).map(({ text }) => {
    const equals = text.indexOf("=");
    return { name: text.slice(0, equals), value: text.slice(equals + 1) };
  });
  return { words: rest.slice(start), sets };
}
