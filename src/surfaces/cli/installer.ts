import { type Diagnostic, type HostOptions, type Installer, openInstaller } from "../../index.ts";
import { type Context, flag, type OptionSpec } from "./command.ts";
import { showStatus } from "./output/output.ts";
import { cut, printable } from "./output/paint.ts";

/** The installer for the global options, with progress for people once something takes longer than a second. */
export function installerFor(context: Context): Promise<Installer> {
  const { cwd } = context.load;
  return openInstaller({
    ...(cwd === undefined ? {} : { cwd }),
    offline: flag(context, "offline"),
    progress: flag(context, "json") ? progress() : progress(context.err),
    ...hostOptions(context),
  });
}

export const HOST_OPTION: Readonly<Record<string, OptionSpec>> = {
  "accept-host": {
    type: "string",
    value: "HOST",
    multiple: true,
    summary: "contact this host if the lock names it; repeatable",
  },
};

/** A yes to a host of a lock: its name, `--yes` for the public internet, or a person on a terminal. */
function hostOptions(context: Context): HostOptions {
  const named = context.values["accept-host"];
  const asks = !context.json && process.stdin.isTTY === true;
  return {
    acceptHosts: Array.isArray(named) ? named.map(String) : [],
    acceptPublicHosts: flag(context, "yes"),
    ...(asks ? { askHost: (host) => askHost(host, context) } : {}),
  };
}

async function askHost(host: string, context: Context): Promise<boolean> {
  const { confirmed } = await import("./ask/confirm.ts");
  return confirmed(`The lock names \`${printable(host)}\`, a host that you have not used. Contact it?`, context);
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
const EVERY_LINE_MS = 5000;
// Fewer are done before a line would help.
const MUCH = 1000;
const COLUMNS = 80;

type Progress = (step: { readonly what: string; readonly done: number; readonly total?: number }) => void;

/**
 * [O17] One line that is written over on a terminal, once something takes longer than a second. Elsewhere `lines` gets a line
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
