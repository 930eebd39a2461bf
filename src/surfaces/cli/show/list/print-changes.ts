/** Implements `list --watch`: prints a line for each change until Ctrl-C. */

import type { SkillWatch, WatchOptions } from "../../../../catalog/watch/skill-watch.ts";
import type { Diagnostic } from "../../../../model/diagnostics/diagnostic.ts";
import type { ChangedSkill, SnapshotChange } from "../../../../model/skills/snapshot-change.ts";
import { jsonText, padToWidth, printableLine } from "../../../../model/text/display/printable.ts";
import { diagnosticJson, SCHEMA } from "../../../../ops/answers/answer.ts";
import { openSkills } from "../../../../ops/open-skills.ts";
import type { Context } from "../../command.ts";
import { showStatus } from "../../output/output.ts";

export async function watchList(options: WatchOptions, context: Context): Promise<number> {
  // Shows a status line, because loading ten thousand skills takes a second.
  if (process.stderr.isTTY) showStatus("looking for skills …");
  const skills = await openSkills(context.load);
  const watching = await skills.watch(options);
  const print = context.json ? asJson(context) : asText(context);
  // Ctrl-C is handled before anything is printed. A program may end the watch as soon as it has read the first line.
  const ended = interruption();
  print.watching(watching);
  const flush = (): void => {
    context.out.flush();
    context.err.flush();
  };
  flush();
  watching.on((change) => {
    print.change(change);
    flush();
  });
  watching.onDiagnostics((diagnostics) => {
    print.diagnostics(diagnostics);
    flush();
  });
  await ended;
  await skills.close();
  return 0;
}

/**
 * Resolves after the first Ctrl-C or end signal. The handler is then removed, so a second signal ends the process at
 * once.
 */
function interruption(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
  });
}

interface Printer {
  watching(watch: SkillWatch): void;
  change(change: SnapshotChange): void;
  diagnostics(diagnostics: readonly Diagnostic[]): void;
}

function asJson({ out }: Context): Printer {
  const line = (event: string, fields: object): void => out.line(jsonText({ schema: SCHEMA, event, ...fields }));
  return {
    watching({ snapshot: { host, cwd, revision, skills }, diagnostics }) {
      line("watching", { host, cwd, revision, skills: skills.length, diagnostics: diagnostics.map(diagnosticJson) });
    },
    change: ({ snapshot, ...change }) => line("change", { ...change, skills: snapshot.skills.length }),
    diagnostics: (found) => line("diagnostics", { diagnostics: found.map(diagnosticJson) }),
  };
}

function asText({ out, err, paint }: Context): Printer {
  const line = (word: string, { name, path, outcome, offered }: ChangedSkill, more = ""): void => {
    const state =
      outcome === "loaded" && offered ? "" : paint.yellow(`  ${outcome === "loaded" ? "withheld" : outcome}`);
    out.line(`${word}  ${printableLine(name)}${state}${more}  ${paint.dim(printableLine(path))}`);
  };
  const diagnostics = (found: readonly Diagnostic[]): void => {
    for (const { severity, code, message, help } of found) {
      err.line(`${severity}[${code}]: ${printableLine(message)}`);
      if (help) err.line(`help: ${printableLine(help)}`);
    }
  };
  return {
    watching({ snapshot: { skills }, diagnostics: found }) {
      diagnostics(found);
      err.line(
        paint.dim(`watching ${skills.length} ${skills.length === 1 ? "skill" : "skills"}; ctrl-c stops watching`),
      );
    },
    change({ added, changed, removed, also }) {
      for (const each of removed)
        line(paint.red(padToWidth("removed", 7)), { ...each, outcome: "loaded", offered: true });
      for (const each of added) line(paint.green(padToWidth("added", 7)), each);
      for (const each of changed) {
        const before = each.nameBefore === undefined ? "" : `, was ${printableLine(each.nameBefore)}`;
        line(padToWidth("changed", 7), each, `  ${each.parts.join(", ")}${before}`);
      }
      const rest =
        added.length + changed.length + removed.length === 0 ? also : also.filter((part) => part === "settings");
      if (rest.length > 0) out.line(`changed  ${rest.join(", ")}`);
    },
    diagnostics,
  };
}
