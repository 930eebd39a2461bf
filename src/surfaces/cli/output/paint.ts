import { printableLine } from "../../../model/text/printable.ts";

/** Colours, if the output is a terminal. Every message is clear without them. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  blue(text: string): string;
  magenta(text: string): string;
  cyan(text: string): string;
}

export function paint(enabled: boolean): Paint {
  const style = (open: number, close: number) => (text: string) =>
    enabled ? `\x1b[${open}m${text}\x1b[${close}m` : text;
  return {
    bold: style(1, 22),
    dim: style(2, 22),
    red: style(31, 39),
    green: style(32, 39),
    yellow: style(33, 39),
    blue: style(34, 39),
    magenta: style(35, 39),
    cyan: style(36, 39),
  };
}

export { cut, pad, printable, printableLine, textWidth } from "../../../model/text/printable.ts";

/** A path as people read it: relative to the working directory if it is inside. */
export function shownPath(path: string, cwd: string | undefined): string {
  if (cwd === undefined) return printableLine(path);
  return printableLine(path === cwd ? "." : path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path);
}
