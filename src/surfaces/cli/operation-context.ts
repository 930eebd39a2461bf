/** The command line lends to an operation: the place of the global options, a person to ask, and progress for people. */
import { resolve } from "node:path";
import { loadWithServers } from "../../catalog/servers/load-with-servers.ts";
import { loadThrough, type Operation, type OperationContext } from "../../ops/operation.ts";
import { realPathIfAny } from "../../platform/files/files.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import type { Context } from "./command.ts";
import { installerOptions, progress } from "./installer.ts";
import { askingServers } from "./output/output.ts";
import { printable } from "./output/paint.ts";
import { expandHome, resolveAsked } from "./output/present.ts";

/** `show` prints a draft of the result, for a person who decides on it. */
export function operationContext(
  context: Context,
  { includesDamage = false }: Pick<Operation, "includesDamage">,
  show?: (draft: unknown) => Promise<void> | void,
): OperationContext {
  const { json, err } = context;
  const load = includesDamage
    ? { ...context.load, onServers: askingServers(), onDamage: () => undefined }
    : context.load;
  const cwd = load.cwd ?? process.cwd();
  return {
    load,
    get installer() {
      return installerOptions(context);
    },
    signal: NEVER,
    loaded: (host) => loadWithServers(loadThrough(host, { load })),
    reloaded: () => loadWithServers(load),
    skills: async (host) => (await import("../../ops/open-skills.ts")).openSkills(loadThrough(host, { load })),
    skillNamed: async (typed) => resolveAsked(typed, cwd).replace(/\/SKILL\.md$/i, ""),
    async pathsNamed(typed) {
      // The project's real directory, because paths of the project are compared with it.
      const from = realPathIfAny(cwd, nodeFiles) ?? cwd;
      return typed.map((path) => resolve(from, expandHome(path)));
    },
    async review(draft, question) {
      if (json) return undefined;
      await show?.(draft);
      err.flush();
      if (question === undefined || process.stdin.isTTY !== true) return undefined;
      const { confirmed } = await import("./ask/confirm.ts");
      return (await confirmed(question, context)) ? "yes" : "no";
    },
    notice(message) {
      err.line(printable(message));
      err.flush();
    },
    prompter: {
      ask: async (question, signal) =>
        (await import("./ask/terminal-prompter.ts")).terminalPrompter(context).ask(question, signal),
    },
    get progress() {
      return progress();
    },
  };
}

/** A command ends with its process, so that nothing has to be told to stop. */
const NEVER = new AbortController().signal;
