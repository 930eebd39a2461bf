/** Gives an operation the load options from the global options, a prompter, and progress output. */
import { isAbsolute, resolve } from "node:path";
import { loadWithServers } from "../../catalog/servers/load-with-servers.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { cutToWidth, printableLine } from "../../model/text/display/printable.ts";
import type { InstallerOptions } from "../../ops/open-installer.ts";
import { loadAsHost, type Operation, type OperationContext } from "../../ops/operation.ts";
import { entryExists, realPathIfAny } from "../../platform/files/files.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import type { Context } from "./command.ts";
import { showServerQueries, showStatus } from "./output/output.ts";

/** Creates the context. `show` prints a draft of the result, so that a person can decide about it. */
export function operationContext(
  context: Context,
  { includesDamage = false }: Pick<Operation, "includesDamage">,
  show?: (draft: unknown) => Promise<void> | void,
): OperationContext {
  const { json, err } = context;
  const load = includesDamage
    ? { ...context.load, onServers: showServerQueries(), onDamage: () => undefined }
    : context.load;
  const cwd = load.cwd ?? process.cwd();
  return {
    load,
    isOneShot: true,
    get installer() {
      return installerOptions(context);
    },
    get signal() {
      never ??= new AbortController().signal;
      return never;
    },
    loaded: (host) => loadWithServers(loadAsHost(host, { load })),
    reloaded: () => loadWithServers(load),
    skills: async (host) => (await import("../../ops/open-skills.ts")).openSkills(loadAsHost(host, { load })),
    skillNamed: async (typed) => resolveAsked(typed, cwd).replace(/\/SKILL\.md$/i, ""),
    async pathsNamed(typed) {
      // Paths of the project are compared with this directory, so its symlinks are resolved.
      const from = realPathIfAny(cwd, nodeFiles) ?? cwd;
      return typed.map((path) => resolve(from, expandHome(path)));
    },
    async review(draft, question) {
      if (json) return undefined;
      await show?.(draft);
      err.flush();
      if (question === undefined || process.stdin.isTTY !== true) return undefined;
      const { askToConfirm } = await import("./ask/confirm.ts");
      return (await askToConfirm(question, context)) ? "yes" : "no";
    },
    notice(message) {
      err.line(printableLine(message));
      err.flush();
    },
    prompter: {
      ask: async (question, signal) =>
        (await import("./ask/terminal-prompter.ts")).terminalPrompter(context).ask(question, signal),
    },
    get progress() {
      return showProgress();
    },
  };
}

/**
 * The signal of every operation. It never aborts, because a command ends with its process. It is created on demand,
 * because Node loads a module for it that most commands do not need.
 */
let never: AbortSignal | undefined;

/** Expands `~/` at the start of a path. A shell does not expand it inside quotes. */
function expandHome(path: string): string {
  return path.startsWith("~/") ? (process.env["HOME"] ?? "") + path.slice(1) : path;
}

/**
 * Resolves a skill that the user typed. A text that looks like a path or exists is resolved as a path; any other text
 * stays unchanged.
 */
function resolveAsked(asked: string, cwd: string): string {
  const path = expandHome(asked);
  if (/^(?:extra|repo|user|system|admin|plugin):/.test(asked)) return asked;
  return isAbsolute(path) ||
    path.startsWith("./") ||
    path.startsWith("../") ||
    (path.includes("/") && entryExists(resolve(cwd, path), nodeFiles))
    ? resolve(cwd, path)
    : asked;
}

/** Returns the options for opening an installer, built from the global options. Progress is shown after one second. */
export function installerOptions(context: Context): InstallerOptions {
  const { cwd } = context.load;
  const asks = !context.json && process.stdin.isTTY === true;
  return {
    ...(cwd === undefined ? {} : { cwd }),
    progress: context.json ? showProgress() : showProgress(context.err),
    ...(asks ? { askHost: (host, address) => askHost(host, address, context) } : {}),
  };
}

async function askHost(host: string, address: string | undefined, context: Context): Promise<boolean> {
  const { askToConfirm } = await import("./ask/confirm.ts");
  const about =
    address === undefined
      ? "a host that you have not used"
      : `which resolves to \`${printableLine(address)}\` on this machine or in its network`;
  return askToConfirm(
    `This project's lock names \`${printableLine(host)}\`, ${about}. Allow connections to this host?`,
    context,
  );
}

/** Prints findings about lock entries that are not allowed. */
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
// Minimum number of steps for progress lines. With fewer steps, the work ends before such a line would help.
const MUCH = 1000;
const COLUMNS = 80;

type Progress = (step: { readonly what: string; readonly done: number; readonly total?: number }) => void;

/**
 * Shows progress after one second. A terminal gets one line that is updated. Without a terminal, `lines` gets a line
 * from time to time if there are many steps.
 */
function showProgress(lines?: Context["err"]): Progress {
  const began = Date.now();
  let last = 0;
  return ({ what, done, total }) => {
    const now = Date.now();
    const isTerminal = process.stderr.isTTY === true;
    const plain = isTerminal || total === undefined || total < MUCH ? undefined : lines;
    if (!isTerminal && plain === undefined) return;
    if (now - began < PATIENCE_MS || now - last < (plain ? EVERY_LINE_MS : EVERY_MS)) return;
    last = now;
    const text = `${printableLine(what)}  ${done}${total === undefined ? "" : ` of ${total}`}`;
    if (plain === undefined) showStatus(cutToWidth(text, (process.stderr.columns || COLUMNS) - 1));
    else {
      plain.line(text);
      plain.flush();
    }
  };
}
