import { ACTORS } from "../../model/conversation/offer.ts";
import { flag, integer, object, oneOf, optional, text, withCliForm } from "../../model/schema.ts";
import { SCHEMA } from "../answers/answer.ts";
import { type OperationContext, operation, verb } from "../operation.ts";
import type { ActivationInput, LoadedSkill, ShellExpressionMode } from "../use/load-skill.ts";
import { agentSkills, host, skill, workingFiles } from "./fields.ts";

const MAX_ARGUMENTS = 500_000;

const named = {
  skill,
  host,
  actor: optional(withCliForm(oneOf(ACTORS, "the caller of the skill (default: user)"), { value: "A" })),
};

const fields = {
  ...named,
  arguments: optional(
    withCliForm(text("the arguments, as a user would type them", MAX_ARGUMENTS), { value: "ARGS", words: true }),
  ),
  command: optional(text("load this command of the skill, not the skill's instructions")),
  agentSkills,
  files: workingFiles,
  maxChars: optional(integer("the maximum length of the text in characters (default: 100000)")),
  absolutePaths: optional(flag("make references to the skill's files absolute")),
  session: optional(withCliForm(text("the value of `${SESSION_ID}`"), { value: "ID" })),
};
const toLoad = object(fields);

const command = { command: "`run` calls commands" };

export const load = verb({
  name: "load",
  group: "Run",
  summary: "Show exactly what a model receives when it loads a skill",
  about:
    "Prints exactly what a model would receive if the skill were called now, byte for byte: read from disk, with the arguments filled\nin, in the host's format. Commands in the text run in a sandbox if your configuration allows it (`run.shell`); otherwise they\nare only shown. Notes for people go to standard error.",
  examples: [
    ["skillwright load release", "print the text that a model would receive"],
    ['skillwright load fix-issue 12 "on main"', "pass two arguments"],
    [
      "skillwright load release --host claude-code --actor model",
      "print the text for Claude Code, if the model calls the skill",
    ],
    ["skillwright load review --dry-run", "show the commands in the text, and run none"],
    ["skillwright load review --shell", "run the commands once, and print the text with their output"],
    ["skillwright load pdf --resource references/forms.md", "print a file of the skill"],
    ["skillwright load awk -- -F, '{print $1}'", "pass arguments that look like options"],
  ],
  completes: "skills",
  operations: {
    load: operation({
      summary: "Load a skill as a model receives it, and run the commands in its text if they are allowed",
      input: object({
        ...fields,
        yes: optional(
          withCliForm(flag("run the commands in the text this once; first review them with --dry-run"), {
            name: "shell",
          }),
        ),
      }),
      output: "Activation",
      effects: ["read", "execute"],
      note: "runs the commands in the text if the settings or the user allow them; a session with a journal also writes the journal",
      cli: { arguments: ["skill", "arguments"], omits: command },
      http: { path: "/api/skills/{skill}/load", id: "activateSkill", heavy: true },
      appServer: { method: "skills/load", omits: { yes: "only the configuration can allow commands" } },
      run: ({ yes = false, ...input }, context) => activate(input, yes ? "approved" : "settings", context),
      answer: async (loaded) => (await import("../answers/use/load-answers.ts")).loadAnswer(loaded),
    }),
    view: operation({
      summary: "Show what a model would receive, and run no command in the text",
      input: toLoad,
      output: "Activation",
      effects: ["read"],
      http: { path: "/api/skills/{skill}/load", id: "loadSkill" },
      run: (input, context) => activate(input, "show", context),
      answer: async (loaded) => (await import("../answers/use/load-answers.ts")).loadAnswer(loaded),
    }),
    commands: operation({
      summary: "Show the commands in the text of a skill, and run none",
      input: toLoad,
      output: "CommandsInText",
      effects: ["read"],
      cli: { flags: ["dry-run"], arguments: ["skill", "arguments"], omits: command },
      http: "`loadSkill` shows them with the text",
      run: (input, context) => activate(input, "preview", context),
      answer: ({ activation: { address, skill: found, shell }, skills }) => ({
        ...{ schema: SCHEMA, host: skills.snapshot.host, address, path: found.path, shell },
      }),
    }),
    resource: operation({
      summary: "Show a file in a skill's directory",
      input: object({
        ...named,
        agentSkills,
        path: withCliForm(text("show this file of the skill instead; its path begins at the skill's directory"), {
          name: "resource",
          value: "FILE",
        }),
        offset: optional(integer("start at this byte of the file")),
      }),
      output: "Resource",
      effects: ["read"],
      cli: { flags: ["resource"], arguments: ["skill"] },
      http: { path: "/api/skills/{skill}/resource", id: "readResource" },
      async run({ skill: typed, host: name, actor = "user", agentSkills: only, path, offset }, context) {
        const { refusedError } = await import("../answers/use/load-answers.ts");
        const skills = await context.skills(name);
        const request = { asked: await context.skillNamed(typed), actor, path };
        const { prompter } = context;
        const given = { ...(prompter ? { prompter } : {}), ...(only ? { scope: { skills: only } } : {}) };
        const read = await skills.readResource(offset === undefined ? request : { ...request, offset }, given);
        if ("refused" in read) throw refusedError(path, read.refused);
        return { read, snapshot: skills.snapshot };
      },
      answer: async ({ read }, { path }) => (await import("../answers/use/load-answers.ts")).resourceAnswer(path, read),
    }),
  },
});

async function activate(
  input: ActivationInput,
  shellExpressions: ShellExpressionMode,
  context: OperationContext,
): Promise<LoadedSkill> {
  return (await import("../use/load-skill.ts")).loadSkill(input, shellExpressions, context);
}
