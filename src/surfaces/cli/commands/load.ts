import {
  ACTORS,
  type Activation,
  type Actor,
  type Circumstances,
  openSkills,
  type ResourceRequest,
  type Skills,
  type WindowPreview,
} from "../../../index.ts";
import { jsonText } from "../../../model/text/printable.ts";
import { SCHEMA } from "../../../ops/answers/answer.ts";
import { refused, resourceAnswer } from "../../../ops/answers/run-answers.ts";
import { terminalPrompter } from "../ask/terminal-prompter.ts";
import { type Command, type Context, flag, names, text, UsageError } from "../command.ts";
import { place } from "../findings/print-text.ts";
import { printable } from "../output/paint.ts";
import { plural, resolveAsked, warnUnverified } from "../output/present.ts";
import { type Here, print, typed, write } from "../show/show-activation.ts";

/** What a shell can hand over at most is far less. */
const MAX_WORDS = 100_000;

export const load: Command = {
  usage: "NAME|PATH [ARGS…] [--actor A] [--dry-run|--shell] [--resource FILE [--offset N]]",
  about:
    "Prints exactly what a model would receive if the skill were called now, byte for byte: read fresh from disk, arguments in\nplace, in the host's envelope. Commands in the text are run where your configuration allows it (`run.shell`), apart from the rest\nof the machine, and else only shown. What people should know goes to standard error.",
  options: {
    actor: {
      type: "string",
      value: "A",
      summary: "who calls it: `user` unless given, `model` or `skill`",
      choices: ACTORS,
    },
    "dry-run": { type: "boolean", summary: "only the commands that the text asks to run; none is run" },
    shell: { type: "boolean", summary: "run the commands in the text, this once; look at them with `--dry-run` first" },
    resource: {
      type: "string",
      value: "FILE",
      summary: "a file of the skill instead, by its path from the skill's directory",
    },
    offset: { type: "string", value: "N", summary: "with `--resource`: from this byte on" },
    "absolute-paths": { type: "boolean", summary: "make references to the skill's files absolute" },
    "max-chars": { type: "string", value: "N", summary: "cut the text at so many characters; 100000 unless given" },
    files: { type: "string", value: "A,B", summary: "files that are worked on, for skills that wait for them" },
    "agent-skills": {
      type: "string",
      value: "A,B",
      summary: "the skills of an agent, by name or pattern; others are refused",
    },
    session: { type: "string", value: "ID", summary: "what `${SESSION_ID}` stands for" },
  },
  examples: [
    ["skillwright load release", "what a model would receive"],
    ['skillwright load fix-issue 12 "on main"', "with two arguments"],
    ["skillwright load release --host claude-code --actor model", "in another host, called by the model"],
    ["skillwright load review --dry-run", "which commands its text asks to run"],
    ["skillwright load review --shell", "with what they say, this once"],
    ["skillwright load pdf --resource references/forms.md", "a file of the skill"],
    ["skillwright load awk -- -F, '{print $1}'", "arguments that look like options"],
  ],
  positionals: [1, MAX_WORDS],
  completes: "skills",
  async run(context) {
    const skills = await openSkills(context.load);
    const { snapshot } = skills;
    await warnUnverified(snapshot.host, context);
    const [name = "", ...words] = context.positionals;
    const asked = resolveAsked(name, snapshot.cwd).replace(/\/SKILL\.md$/i, "");
    const actor = actorOf(context);
    const resource = text(context, "resource");
    if (resource !== undefined) return printResource({ asked, actor, path: resource }, skills, context);
    const request = { asked, actor, ...(words.length > 0 ? { arguments: typed(words) } : {}) };
    const activated = await skills.activate(request, given(context));
    if ("refusal" in activated) throw refused(name, activated.refusal);
    const { host, cwd } = snapshot;
    if (flag(context, "dry-run")) printCommands(activated.activation, { host, cwd }, context);
    else print(activated.activation, { host, cwd }, context, await windowOf(activated.activation, skills, context));
    return 0;
  },
};

/** Only where it is printed. */
async function windowOf({ skill }: Activation, skills: Skills, { json }: Context): Promise<WindowPreview | null> {
  return json ? skills.window(skill) : null;
}

function given(context: Context): Circumstances {
  const files = names(context, "files");
  const skills = names(context, "agent-skills");
  const maxBodyChars = count(context, "max-chars");
  const sessionId = text(context, "session");
  return {
    ...(files ? { files } : {}),
    ...(skills ? { scope: { skills } } : {}),
    ...(maxBodyChars === undefined ? {} : { maxBodyChars }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(flag(context, "absolute-paths") ? { absolutePaths: true } : {}),
    ...(flag(context, "dry-run") ? { preview: true } : flag(context, "shell") ? { commands: "approved" } : {}),
    prompter: terminalPrompter(context),
  };
}

function actorOf(context: Context): Actor {
  const asked = text(context, "actor") ?? "user";
  const actor = ACTORS.find((each) => each === asked);
  if (actor === undefined)
    throw new UsageError(`there is no actor \`${asked}\``, `one of ${ACTORS.map((each) => `\`${each}\``).join(", ")}`);
  return actor;
}

function count(context: Context, option: string): number | undefined {
  const said = text(context, option);
  if (said === undefined) return undefined;
  if (!/^\d{1,15}$/.test(said)) throw new UsageError(`\`--${option}\` takes a number`, "see `skillwright load --help`");
  return Number(said);
}

function printCommands(
  { skill, address, shell }: Activation,
  { host, cwd }: Here,
  { out, err, json, paint }: Context,
): void {
  if (json) {
    out.line(jsonText({ schema: SCHEMA, host, address, path: skill.path, shell }, 2));
    return;
  }
  const first = skill.header === "" ? 1 : skill.headerLine + skill.header.split("\n").length;
  for (const { command, form, line, refused = "" } of shell) {
    const where = `${place(skill.path, cwd)}:${first + line - 1}`;
    out.line(`${where}  ${form}  ${paint.yellow("not run")}: ${refused}`);
    for (const each of command.split("\n")) out.line(`    ${printable(each)}`);
  }
  out.line(shell.length === 0 ? "no commands in its text" : `${plural(shell.length, "command")}, none was run`);
  if (shell.some(({ refused }) => refused === UNTRUSTED)) err.line(`help: ${UNTRUSTED_HELP}`);
  else if (shell.some(({ refused }) => refused !== WOULD_RUN)) err.line(`help: ${RUN_HELP}`);
}

const UNTRUSTED = "the folder is not trusted";
const UNTRUSTED_HELP = "look at the project's skills, then run `skillwright trust`; before that none of them is loaded";
const RUN_HELP =
  "`--shell` runs them once; to let them run from now on, put what `skillwright show NAME --digest` prints under `run.shell` in your own configuration";

/** What is said of a command that only the flag keeps from running. */
const WOULD_RUN = "only shown; it would be run";

async function printResource(request: ResourceRequest, skills: Skills, context: Context): Promise<number> {
  const offset = count(context, "offset");
  const { path } = request;
  const read = await skills.readResource({ ...request, ...(offset === undefined ? {} : { offset }) }, given(context));
  if ("refused" in read) throw refused(path, read.refused);
  if (context.json) {
    context.out.line(jsonText(resourceAnswer(path, read), 2));
    return 0;
  }
  write(read.text, context);
  if (read.next !== undefined) context.err.line(`there is more: \`--offset ${read.next}\` reads on`);
  return 0;
}
