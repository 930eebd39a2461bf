import { CONFIG_KEYS } from "../../../catalog/config/keys.ts";
import type { Loading } from "../../../catalog/load/load.ts";
import { jsonText, padToWidth, printableLine } from "../../../model/text/display/printable.ts";
import { displayValue, isAboutSettings } from "../../../ops/answers/skills/list-answers.ts";
import type { SetUpResult } from "../../../ops/settings/set-up.ts";
import { config } from "../../../ops/verbs/config.ts";
import type { Context } from "../command.ts";
import { printDiagnostics } from "../findings/print-groups.ts";
import { defineTerminalOutput } from "../verb-command.ts";

export const terminalOutput = defineTerminalOutput(config, {
  config: { show: printSettings },
  policy: {
    show: async (found, context) => (await import("../show/explain/show-policy.ts")).printPolicies(found, context),
  },
  init: { show: printSetUp },
});

function printSettings(loading: Loading, { out, err, paint, paintErr }: Context): void {
  const { snapshot, config: effective } = loading;
  const problems = snapshot.diagnostics.filter(isAboutSettings);
  const width = Math.max(...effective.values.map(({ key }) => key.length));
  for (const { key, value, from } of effective.values.map(displayValue)) {
    const shown = printableLine(typeof value === "string" ? value : jsonText(value));
    out.line(`${paint.bold(padToWidth(key, width))}  ${shown}  ${paint.dim(`(${printableLine(from)})`)}`);
    out.line(paint.dim(`${" ".repeat(width)}  ${CONFIG_KEYS.find((each) => each.key === key)?.summary ?? ""}`));
  }
  if (problems.length > 0) err.line(printDiagnostics(problems, { cwd: snapshot.cwd, color: paintErr.bold("") !== "" }));
}

function printSetUp({ path, created, system }: SetUpResult, { out, err, paint }: Context): void {
  if (created) out.line(`created ${paint.bold(printableLine(path))}`);
  if (system && system.status !== "unchanged")
    out.line(`${system.status} the embedded skills in ${paint.bold(printableLine(system.path))}`);
  if (!created && (system === null || system.status === "unchanged"))
    out.line(`nothing was changed: ${printableLine(path)} is already set up`);
  err.line(
    "next: `skillwright new NAME` creates a skill, `skillwright list` lists them, `skillwright doctor` finds problems",
  );
}
