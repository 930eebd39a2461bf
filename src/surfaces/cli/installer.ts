import { type Diagnostic, type Installer, openInstaller } from "../../index.ts";
import { type Context, flag } from "./command.ts";
import { showStatus } from "./output/output.ts";
import { cut, printable } from "./output/paint.ts";

/** The installer for the global options, with progress for people once something takes longer than a second. */
export function installerFor(context: Context): Promise<Installer> {
  const { cwd } = context.load;
  return openInstaller({
    ...(cwd === undefined ? {} : { cwd }),
    offline: flag(context, "offline"),
    progress: progress(),
  });
}

/** Reports entries that a lock may not have. Returns them, because the command has failed for them. */
export async function tellLockFindings(installer: Installer, context: Context): Promise<readonly Diagnostic[]> {
  const found = await installer.lockFindings();
  if (found.length === 0 || context.json) return found;
  const { printDiagnostics } = await import("./findings/print-groups.ts");
  context.err.line(printDiagnostics(found, { cwd: installer.projectRoot, color: context.paintErr.bold("") !== "" }));
  return found;
}

const PATIENCE_MS = 1000;
const EVERY_MS = 200;
const COLUMNS = 80;

type Progress = (step: { readonly what: string; readonly done: number; readonly total?: number }) => void;

/** [O17] One line that is written over, on a terminal alone, once something takes longer than a second. */
export function progress(): Progress {
  const began = Date.now();
  let last = 0;
  return ({ what, done, total }) => {
    const now = Date.now();
    if (now - began < PATIENCE_MS || now - last < EVERY_MS || process.stderr.isTTY !== true) return;
    last = now;
    const text = `${printable(what)}  ${done}${total === undefined ? "" : ` of ${total}`}`;
    showStatus(cut(text, (process.stderr.columns || COLUMNS) - 1));
  };
}
