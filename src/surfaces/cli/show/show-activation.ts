/** What a model would receive, printed: shared by `load` and `run`. */

import type { Activation } from "../../../model/conversation/activation.ts";
import type { Snapshot } from "../../../model/skills/snapshot.ts";
import type { Context } from "../command.ts";
import { printDiagnostics } from "../findings/print-groups.ts";
import { printable } from "../output/paint.ts";

/** Where it was looked from. */
export type Here = Pick<Snapshot, "host" | "cwd">;

/** Prints exactly what the model would receive; notes for people go to standard error. */
export function printActivation(activation: Activation, here: Here, context: Context): void {
  write(activation.text, context);
  tell(activation, here, context);
}

/** A pipe gets every byte and no other; a terminal is not sent a stranger's control sequences. */
export function write(content: string, { out, terminal }: Context): void {
  out.write(terminal ? `${printable(content)}\n` : content);
}

function tell(activation: Activation, { host, cwd }: Here, { err, paintErr }: Context): void {
  const { skill, arguments: args, diagnostics, text: content } = activation;
  if (args === undefined && skill.manifest.argumentHint !== undefined)
    err.line(`\`${printable(skill.name)}\` takes arguments: ${printable(skill.manifest.argumentHint)}`);
  const named = skill.manifest.arguments !== undefined || activation.command !== undefined;
  if (args !== undefined && !content.includes(args) && !named)
    err.line(`the arguments as they were typed are not part of this text in ${host}`);
  if (diagnostics.length > 0) err.line(printDiagnostics(diagnostics, { cwd, color: paintErr.bold("") !== "" }));
}
