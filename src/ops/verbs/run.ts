import { anything, flag, object, optional, text, texts, withCliForm } from "../../model/schema.ts";
import { type OperationContext, operation, verb } from "../operation.ts";
import type { ScriptInput } from "../use/run-command-or-script.ts";
import { host, skill } from "./fields.ts";

const MAX_ARGUMENTS = 500_000;
const MAX_INPUT = 900_000;
/** Maximum number of words. No shell passes more words. */
const MAX_WORDS = 100_000;
const MAX_WORD = 2_000_000;

const yes = optional(
  withCliForm(flag("run the script this once; review it with `load NAME --resource FILE` first"), { short: "y" }),
);
const note = "as `load`";

export const run = verb({
  name: "run",
  group: "Run",
  summary: "Call a command of a skill, or run one of its scripts in a sandbox",
  about:
    "Calls a command that a skill declares (`commands` in its frontmatter), as the user, and prints exactly what the model would\nreceive. Arguments are taken in order or by name (`--level high`). Without the skill, the command is the one that `/COMMAND` resolves to.\nIf the skill does not declare the command, and the word is a path or names a file of the skill, run runs that script in a\nsandbox: without network, home or your variables, from a copy of exactly the bytes that were hashed. A script runs only if your\nconfiguration allows it (`run.scripts`), or you agree. Exit code 0 if the script succeeds, else 1. Without words run lists all\ncommands.",
  examples: [
    ["skillwright run", "the commands of all skills"],
    ["skillwright run pdf --help", "the commands of one, with their arguments"],
    ["skillwright run pdf extract report.pdf --pages 3", "what the model would receive"],
    ["skillwright run pdf extract report.pdf --json", "with the value of every argument"],
    ["skillwright run pdf scripts/fields.py form.pdf", "a script of the skill, with an argument"],
    ["skillwright run csv scripts/sum.awk --stdin < table.csv", "a script, with input"],
    ["skillwright run pdf scripts/check.sh --yes -- --yes", "an argument that looks like an option"],
  ],
  completes: "commands",
  loose: true,
  operations: {
    run: operation({
      summary: "Call a command of a skill, run one of its scripts, or list all commands",
      input: object({
        words: optional(
          withCliForm(texts("a skill, its command or script, and the arguments", MAX_WORDS, MAX_WORD), {
            value: "SKILL COMMAND|SCRIPT ARGS",
          }),
        ),
        help: optional(
          withCliForm(flag("after the name of a skill: show its commands and their arguments"), { name: "help" }),
        ),
        // On the command line, `yes` and `stdin` stay among the words, because a skill's command can have arguments of
        // these names.
        yes,
        stdin: optional(flag("pass standard input to the script (default: it has none)")),
      }),
      output: anything("a `Commands`, an `Activation` or a `ScriptRun`, depending on the words"),
      effects: ["read", "execute"],
      note,
      cli: { arguments: ["words"] },
      http: "`listCommands`, `runCommand` and `runScript` are routes of their own",
      run: async (input, context) =>
        (await import("../use/run-command-or-script.ts")).runCommandOrScript(input, context),
      answer: async (result) => (await import("../use/run-command-or-script.ts")).runAnswer(result),
      failed: (result) => "ran" in result && result.ran.failed !== undefined,
    }),
    list: operation({
      summary: "List the commands of skills, and the skill that each `/NAME` resolves to",
      input: object({ host }),
      output: "Commands",
      effects: ["read"],
      http: { path: "/api/commands", id: "listCommands", kept: () => true },
      run: async (input, context) => (await context.skills(input.host)).snapshot,
      answer: async (snapshot) => (await import("../answers/use/command-answers.ts")).commandsAnswer(snapshot),
    }),
    call: operation({
      summary: "Call a command of a skill as the user",
      input: object({
        command: text("its name"),
        skill: optional(text("the skill that declares it (default: the one that `/COMMAND` resolves to)")),
        arguments: optional(text("the arguments, as a user would type them", MAX_ARGUMENTS)),
        host,
        yes,
      }),
      output: "Activation",
      effects: ["read", "execute"],
      note,
      http: { path: "/api/run", id: "runCommand", heavy: true },
      async run({ yes: agreed = false, command, skill: asked, ...input }, context) {
        const { commandOwner } = await import("../use/run-command-or-script.ts");
        const { loadSkill } = await import("../use/load-skill.ts");
        const owner = asked ?? commandOwner(command, (await context.skills(input.host)).snapshot);
        return loadSkill({ ...input, skill: owner, command }, agreed ? "approved" : "settings", context);
      },
      answer: async (loaded) => (await import("../answers/use/load-answers.ts")).loadAnswer(loaded),
    }),
    script: operation({
      summary: "Run a script of a skill in a sandbox",
      input: object({
        skill,
        script: text("its path from the skill's directory"),
        arguments: optional(texts("its arguments")),
        input: optional(text("its standard input", MAX_INPUT)),
        yes,
      }),
      output: "ScriptRun",
      effects: ["execute"],
      http: { path: "/api/skills/{skill}/script", id: "runScript", heavy: true },
      run: (input, context) => runScript(input, context),
      answer: async (ran, { script }) => (await import("../answers/use/command-answers.ts")).scriptAnswer(script, ran),
    }),
  },
});

async function runScript(input: ScriptInput, context: OperationContext) {
  return (await import("../use/run-command-or-script.ts")).runNamedScript(input, context);
}
