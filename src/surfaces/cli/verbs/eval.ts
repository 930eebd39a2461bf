import { OperationError } from "../../../model/errors.ts";
import type { Infer, Schema } from "../../../model/schema.ts";
import { printableLine } from "../../../model/text/display/printable.ts";
import type { Answer } from "../../../ops/answers/answer.ts";
import { pickLoadOptions } from "../../../ops/check-options.ts";
import type { Evaluation } from "../../../ops/evals/evaluate.ts";
import type { OperationContext, OperationSpec } from "../../../ops/operation.ts";
import { evaluate } from "../../../ops/verbs/eval.ts";
import type { Context } from "../command.ts";
import { writeAnswer } from "../output/json.ts";
import { printEvalJunit, printEvalMarkdown, printEvalText } from "../show/eval-formats.ts";
import { defineTerminalOutput, type OperationOutput } from "../verb-command.ts";

interface EvalInput {
  readonly skills?: readonly string[];
  readonly format?: "text" | "json" | "junit" | "markdown";
  readonly watch?: boolean;
}

const { operations } = evaluate;

export const terminalOutput = defineTerminalOutput(evaluate, {
  evaluate: presented(operations.evaluate),
  live: presented(operations.live),
});

function presented<S extends Schema<EvalInput>>({
  run,
  answer,
  failed,
}: OperationSpec<S, Evaluation>): OperationOutput<Infer<S>, Evaluation> {
  const once = async (input: Infer<S>, context: Context, lent: OperationContext): Promise<number> => {
    const evaluation = await run(input, lent);
    const { format = context.json ? "json" : "text" } = input;
    if (format === "json") writeAnswer(context.out, (await answer(evaluation, input)) as Answer);
    else print(evaluation, format, context);
    tell(evaluation, context);
    return failed?.(evaluation, input) ? 1 : 0;
  };
  return {
    converse: (input, context, lent) =>
      input.watch ? watch(input, context, lent, () => once(input, context, lent)) : once(input, context, lent),
  };
}

async function watch(
  input: EvalInput,
  context: Context,
  lent: OperationContext,
  once: () => Promise<number>,
): Promise<number> {
  const [{ rerunOnChange }, { makeEvalOptions }, { openSkills }, { triggerSetDirectories }] = await Promise.all([
    import("../rerun-on-change.ts"),
    import("../../../ops/evals/evaluate.ts"),
    import("../../../ops/open-skills.ts"),
    import("../../../ops/evals/find-trigger-sets.ts"),
  ]);
  const skills = await openSkills({ ...pickLoadOptions(await makeEvalOptions(input, lent)), servers: false });
  await rerunOnChange(skills, triggerSetDirectories, async () => {
    await once().catch((error: unknown) => complain(error, context));
    context.out.line(context.paint.dim("waiting for a change; ctrl-c stops"));
    context.out.flush();
    context.err.flush();
  });
  return 0;
}

/** Prints an error and continues. A missing or unreadable skill may be available again after the next change. */
function complain(error: unknown, { err }: Context): void {
  if (!(error instanceof OperationError)) throw error;
  err.line(`error[${error.code}]: ${printableLine(error.message)}`);
}

function print({ report, reading }: Evaluation, format: string, { out, paint }: Context): void {
  if (format === "junit") printEvalJunit(report, out);
  else if (format === "markdown") printEvalMarkdown(report, reading, out);
  else printEvalText(report, reading, out, paint);
}

function tell({ report: { skills, diagnostics } }: Evaluation, { err }: Context): void {
  for (const { code, severity, message, path, at } of diagnostics)
    err.line(`${severity}[${code}]: ${printableLine(`${path}${at ? `:${at.line}:${at.column}` : ""}: ${message}`)}`);
  if (skills.length > 0) return;
  err.line("no trigger tests were found: write requests into `evals/trigger-eval.json` in the skill's directory");
  err.line("help: `skillwright new NAME --evals` creates a skill with example requests");
}
