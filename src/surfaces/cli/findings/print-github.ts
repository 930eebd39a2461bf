/** Prints diagnostics as GitHub workflow commands, one annotation per line. */
import type { Diagnostic } from "../../../model/diagnostics/diagnostic.ts";
import { printable } from "../../../model/text/display/printable.ts";
import { copiesText } from "./print-text.ts";

const LEVELS = { error: "error", warning: "warning", info: "notice" } as const;

export function printGithub({ code, severity, message, path, at, copies, help }: Diagnostic, cwd: string): string {
  const file = path === undefined ? "" : path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
  const properties = [
    ...(file === "" ? [] : [`file=${property(file)}`]),
    ...(at ? [`line=${at.line}`, `col=${at.column}`, `endColumn=${at.column + at.length}`] : []),
    `title=${property(code)}`,
  ];
  const text = [message, ...(help ? [help] : []), ...(copies ? [copiesText(copies, cwd)] : [])].join(". ");
  return `::${LEVELS[severity]} ${properties.join(",")}::${data(text)}`;
}

// Escapes a text. A line end in untrusted text would otherwise start another command.
function data(text: string): string {
  return printable(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
