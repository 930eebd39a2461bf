/** One word against what is known to be dangerous. */
import type { Dangers } from "./dangers.ts";
import type { ShellWord } from "./read/line.ts";

/** What looks harmless may begin with a dash by the time it runs. */
export function couldBeOption({ text, whole }: ShellWord): boolean {
  return !whole && (text === "" || text.startsWith("-"));
}

export function isDangerous({ text, whole }: ShellWord, dangers: Dangers): boolean {
  if (dangers.words?.includes(text) || dangers.begins?.some((each) => text.startsWith(each))) return true;
  if (dangers.contains?.test(text)) return true;
  if (text.startsWith("--")) return isLong(text.slice(2), dangers.long ?? []) || (!whole && text.length > 2);
  return /^-./.test(text) && [...text.slice(1)].some((letter) => dangers.short?.includes(letter));
}

/** `--upload-p=x` is `--upload-pack=x` to most programs. */
function isLong(text: string, options: readonly string[]): boolean {
  const name = text.split("=", 1)[0] as string;
  return name !== "" && options.some((option) => option.startsWith(name));
}
