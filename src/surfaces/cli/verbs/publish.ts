import { resolve } from "node:path";
import { padToWidth, printableLine } from "../../../model/text/display/printable.ts";
import type { Published } from "../../../ops/install/publish-skills.ts";
import { publish } from "../../../ops/verbs/publish.ts";
import { realPathIfAny } from "../../../platform/files/files.ts";
import { nodeFiles } from "../../../platform/files/node-files.ts";
import type { Context } from "../command.ts";
import { shownPath } from "../output/output.ts";
import { plural } from "../output/present.ts";
import { defineTerminalOutput } from "../verb-command.ts";

export const terminalOutput = defineTerminalOutput(publish, {
  publish: { show: (done, context) => print(done, context, false) },
  plan: { show: (done, context) => print(done, context, true) },
});

function print({ to, skills, files, diagnostics }: Published, { out, err, load }: Context, isDryRun: boolean): void {
  const cwd = realPathIfAny(resolve(load.cwd ?? "."), nodeFiles);
  const width = Math.max(...skills.map(({ name }) => name.length)) + 2;
  const sent = to.startsWith("oci://");
  for (const { name, artifact, at, signed } of skills)
    out.line(`${padToWidth(printableLine(name), width)}${sent ? at : artifact}${signed ? "  signed" : ""}`);
  for (const { code, message } of diagnostics) err.line(`warning[${code}]: ${printableLine(message)}`);
  err.line(`${plural(skills.length, "skill")} in ${sent ? to : shownPath(to, cwd)}: ${whatWasDone(files, isDryRun)}`);
}

function whatWasDone(files: Published["files"], isDryRun: boolean): string {
  if (files.length === 0) return isDryRun ? "would be sent" : "sent";
  const count = files.filter(({ state }) => state === "written").length;
  return `${plural(count, "file")} ${isDryRun ? "would be written" : "written"}`;
}
