import { anything, flag, object, optional, text, textList, withCliForm } from "../../model/schema.ts";
import { type OperationContext, operation, verb } from "../operation.ts";
import type { ScriptInput } from "../use/run-command-or-script.ts";
import { host, skill } from "./fields.ts";

const MAX_ARGUMENTS = 500_000;
const MAX_INPUT = 900_000;
/** Maximum number of words. No shell passes more words. */
const MAX_WORDS = 100_000;
const MAX_WORD = 2_000_000;

const yes = optional(
  withCliForm(flag("run the script this once; first review it with `load NAME --resource FILE`"), { short: "y" }),
);
const note = "runs commands in the text under the same conditions as `load`";

export const run = verb({
  name: "run",
  group: "Run",
  summary: "Call a command of a skill, or run one of its scripts in a sandbox",
  about:
    "Calls a command that a skill declares (`commands` in its frontmatter), as the user, and prints exactly what the model would\nreceive. Arguments are taken in order or by name (`--level high`). Without the skill's name, it calls the command that\n`/COMMAND` resolves to. If the word is not a declared command but a file of the skill, it runs that script in a sandbox, from a\nverified copy. The sandbox has no network, home directory or variables of yours. A script runs only if your configuration allows\nit (`run.scripts`), or you agree. Exits 0 if the script succeeds, else 1. Without arguments, it lists all commands.",
  examples: [
    ["skillwright run", "list the commands of all skills"],
    ["skillwright run pdf --help", "show the commands of one skill, with their arguments"],
    [
      "skillwright run pdf extract report.pdf --pages 3",
      "call a command, and print the text that a model would receive",
    ],
    ["skillwright run pdf extract report.pdf --json", "also show the value of every argument"],
    ["skillwright run pdf scripts/fields.py form.pdf", "run a script of the skill, with an argument"],
    ["skillwright run csv scripts/sum.awk --stdin < table.csv", "run a script with standard input"],
    ["skillwright run pdf scripts/check.sh --yes -- --yes", "pass an argument that looks like an option"],
  ],
  completes: "commands",
  loose: true,
  operations: {
    run: operation({
      summary: "Call a command of a skill, run one of its scripts, or list all commands",
      input: object({
        words: optional(
          withCliForm(textList("a skill, its command or script, and the arguments", MAX_WORDS, MAX_WORD), {
            value: "SKILL COMMAND|SCRIPT ARGS",
          }),
        ),
        help: optional(withCliForm(flag("show the commands of the skill and their arguments"), { name: "help" })),
        // On the command line, `yes` and `stdin` stay among the words, because a skill's command can have arguments of
        // these names.
        yes,
        stdin: optional(flag("pass standard input to the script (default: no input)")),
      }),
      output: anything("a `Commands`, an `Activation` or a `ScriptRun`, depending on the arguments"),
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
        command: text("the name of the command"),
        skill: optional(text("the skill that declares the command (default: the skill that `/COMMAND` resolves to)")),
        arguments: optional(text("the arguments, as a user would type them", MAX_ARGUMENTS)),
        host,
        yes,
      }),
      output: "Activation",
      effects: ["read", "execute"],
      note,
      http: { path: "/api/run", id: "runCommand", heavy: true },
      async run({ yes: agreed = false, command, skill: asked, ...input }, context) {
        const { skillOfCommand } = await import("../use/run-command-or-script.ts");
        const { loadSkill } = await import("../use/load-skill.ts");
        const owner = asked ?? skillOfCommand(command, (await context.skills(input.host)).snapshot);
        return loadSkill({ ...input, skill: owner, command }, agreed ? "approved" : "settings", context);
      },
      answer: async (loaded) => (await import("../answers/use/load-answers.ts")).loadAnswer(loaded),
    }),
    script: operation({
      summary: "Run a script of a skill in a sandbox",
      input: object({
        skill,
        script: text("the path of the script, from the skill's directory"),
        arguments: optional(textList("the arguments of the script")),
        input: optional(text("the standard input of the script", MAX_INPUT)),
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
