import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import type { InstallerOptions } from "../../ops/open-installer.ts";
import type { Context } from "./command.ts";
import { showStatus } from "./output/output.ts";
import { cut, printable } from "./output/paint.ts";

/** The options of an installer for the global options, with progress for people once something takes longer than a second. */
export function installerOptions(context: Context): InstallerOptions {
  const { cwd } = context.load;
  const asks = !context.json && process.stdin.isTTY === true;
  return {
    ...(cwd === undefined ? {} : { cwd }),
    progress: context.json ? progress() : progress(context.err),
    ...(asks ? { askHost: (host, address) => askHost(host, address, context) } : {}),
  };
}

async function askHost(host: string, address: string | undefined, context: Context): Promise<boolean> {
  const { confirmed } = await import("./ask/confirm.ts");
  const about =
    address === undefined
      ? "a host that you have not used"
      : `which leads to \`${printable(address)}\` in this machine or its network`;
  return confirmed(`The lock names \`${printable(host)}\`, ${about}. Contact it?`, context);
}

/** Prints entries that a lock may not have. */
export async function showLockFindings(
  found: readonly Diagnostic[],
  cwd: string,
  { err, paintErr }: Context,
): Promise<void> {
  if (found.length === 0) return;
  const { printDiagnostics } = await import("./findings/print-groups.ts");
  err.line(printDiagnostics(found, { cwd, color: paintErr.bold("") !== "" }));
}

const PATIENCE_MS = 1000;
const EVERY_MS = 200;
const EVERY_LINE_MS = 5000;
// Fewer are done before a line would help.
const MUCH = 1000;
const COLUMNS = 80;

type Progress = (step: { readonly what: string; readonly done: number; readonly total?: number }) => void;

/**
 * One line that is written over on a terminal, once something takes longer than a second. Elsewhere `lines` gets a line
 * from time to time, if there is much to do.
 */
export function progress(lines?: Context["err"]): Progress {
  const began = Date.now();
  let last = 0;
  return ({ what, done, total }) => {
    const now = Date.now();
    const isTerminal = process.stderr.isTTY === true;
    const plain = isTerminal || total === undefined || total < MUCH ? undefined : lines;
    if (!isTerminal && plain === undefined) return;
    if (now - began < PATIENCE_MS || now - last < (plain ? EVERY_LINE_MS : EVERY_MS)) return;
    last = now;
    const text = `${printable(what)}  ${done}${total === undefined ? "" : ` of ${total}`}`;
    if (plain === undefined) showStatus(cut(text, (process.stderr.columns || COLUMNS) - 1));
    else {
      plain.line(text);
      plain.flush();
    }
  };
}
