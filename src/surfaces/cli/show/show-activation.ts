/** What a model would receive, printed: shared by `load` and `run`. */

import { type Activation, quoteWord, type Snapshot, type WindowPreview } from "../../../index.ts";
import { jsonText } from "../../../model/text/printable.ts";
import { activationAnswer } from "../../../ops/answers/run-answers.ts";
import type { Context } from "../command.ts";
import { printDiagnostics } from "../findings/print-groups.ts";
import { printable } from "../output/paint.ts";

/** One argument is taken as it was typed; of several, each stays one, whatever is in it. */
export function typed(words: readonly string[]): string {
  const [only] = words;
  return only !== undefined && words.length === 1 ? only : words.map(quoteWord).join(" ");
}

/** Where it was looked from. */
export type Here = Pick<Snapshot, "host" | "cwd">;

/** Exactly what the model would receive; what people should know goes to standard error. */
export function print(activation: Activation, here: Here, context: Context, window: WindowPreview | null = null): void {
  if (context.json) {
    context.out.line(jsonText({ ...activationAnswer(activation, here.host), window }, 2));
    return;
  }
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
