import { openSkills } from "../../../index.ts";
import { jsonText } from "../../../model/text/printable.ts";
import { type Ran, refusedPart, scriptAnswer } from "../../../ops/answers/command-answers.ts";
import { refused } from "../../../ops/answers/run-answers.ts";
import { readStandardInput } from "../../../platform/processes/standard-streams.ts";
import { terminalPrompter } from "../ask/terminal-prompter.ts";
import { type Command, type Context, flag } from "../command.ts";
import { printable } from "../output/paint.ts";
import { resolveAsked } from "../output/present.ts";

/** What a shell can hand over at most is far less. */
const MAX_WORDS = 100_000;
const MAX_INPUT_BYTES = 64 * 1024 * 1024;

export const script: Command = {
  usage: "NAME|PATH SCRIPT [ARGS…] [--yes] [--stdin]",
  about:
    "Runs a script of a skill, apart from the rest of the machine: without network, home or your variables, from a copy of\nexactly the bytes that were hashed. Refused unless your configuration lets it (`run.scripts`), or you say yes. Exit code 0\nwhere the script ended well, else 1.",
  options: {
    yes: {
      type: "boolean",
      short: "y",
      summary: "run it, this once; look at it with `load NAME --resource SCRIPT` first",
    },
    stdin: { type: "boolean", summary: "hand on standard input; without this the script has none" },
  },
  examples: [
    ["skillwright script pdf scripts/fields.py form.pdf", "with an argument"],
    ["skillwright script pdf scripts/check.sh --yes", "without a question, this once"],
    ["skillwright script csv scripts/sum.awk --stdin < table.csv", "with input"],
    ["skillwright script pdf scripts/check.sh -- --strict", "arguments that look like options"],
  ],
  positionals: [2, MAX_WORDS],
  completes: "skills",
  async run(context) {
    const skills = await openSkills(context.load);
    const [name = "", path = "", ...words] = context.positionals;
    const asked = resolveAsked(name, skills.snapshot.cwd).replace(/\/SKILL\.md$/i, "");
    if (context.terminal && !context.json) {
      context.err.line(`running \`${printable(path)}\` …`);
      context.err.flush();
    }
    const answer = await skills.runScript(
      {
        asked,
        path,
        actor: "user",
        arguments: words,
        ...(flag(context, "stdin") ? { input: readStandardInput(MAX_INPUT_BYTES).toString("utf8") } : {}),
      },
      { control: { prompter: terminalPrompter(context) }, ...(flag(context, "yes") ? { commands: "approved" } : {}) },
    );
    if (!("refused" in answer)) return print(answer, path, context);
    throw refused(refusedPart(answer.refused.code, name, path), answer.refused);
  },
};

/** Both streams go where they would have gone. */
function print(ran: Ran, path: string, { out, err, json, terminal }: Context): number {
  const { failed } = ran;
  const { ended, code, stdout, stderr } = ran.outcome;
  if (json) out.line(jsonText(scriptAnswer(path, ran), 2));
  else {
    out.write(terminal ? printable(stdout) : stdout);
    err.write(printable(stderr));
    if (failed !== undefined)
      err.line(`\`${printable(path)}\` failed: ${ended === "exited" ? `exit code ${code}` : printable(failed)}`);
  }
  return failed === undefined ? 0 : 1;
}
