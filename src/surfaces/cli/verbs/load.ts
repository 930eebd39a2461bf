import type { Activation } from "../../../model/conversation/activation.ts";
import type { Snapshot } from "../../../model/skills/snapshot.ts";
import { printable, printableLine } from "../../../model/text/display/printable.ts";
import { load } from "../../../ops/verbs/load.ts";
import type { Context } from "../command.ts";
import { printDiagnostics } from "../findings/print-groups.ts";
import { shownPath } from "../output/output.ts";
import { plural } from "../output/present.ts";
import { defineTerminalOutput } from "../verb-command.ts";

export const terminalOutput = defineTerminalOutput(load, {
  load: {
    show: ({ activation, skills }, context) => printActivation(activation, skills.snapshot, context),
  },
  commands: {
    show: ({ activation, skills }, context) => printCommands(activation, skills.snapshot.cwd, context),
  },
  resource: {
    show({ read }, context) {
      writeContent(read.text, context);
      if (read.next !== undefined)
        context.err.line(`the file continues: \`--offset ${read.next}\` shows the next part`);
    },
  },
});

function printCommands({ skill, shell }: Activation, cwd: string, { out, err, paint }: Context): void {
  const first = skill.header === "" ? 1 : skill.headerLine + skill.header.split("\n").length;
  for (const { command, form, line, refused = "" } of shell) {
    const where = `${shownPath(skill.path, cwd)}:${first + line - 1}`;
    out.line(`${where}  ${form}  ${paint.yellow("not run")}: ${refused}`);
    for (const each of command.split("\n")) out.line(`    ${printable(each)}`);
  }
  out.line(
    shell.length === 0
      ? "the text of the skill has no commands"
      : `${plural(shell.length, "command")} in the text; none was run`,
  );
  if (shell.some(({ refused }) => refused === UNTRUSTED)) err.line(`help: ${UNTRUSTED_HELP}`);
  else if (shell.some(({ refused }) => refused !== WOULD_RUN)) err.line(`help: ${RUN_HELP}`);
}

const UNTRUSTED = "the folder is not trusted";
const UNTRUSTED_HELP = "review the project's skills, then run `skillwright trust`; until then, no command runs";
const RUN_HELP =
  "`--shell` runs the commands once; to always allow them, add the digest from `skillwright explain --details NAME --digest` to `run.shell` in your configuration";

/**
 * The reason that is shown for a command if the settings allow it. For such a command, the help about `--shell` is not
 * printed.
 */
const WOULD_RUN = "only shown; your settings allow this command";

type Here = Pick<Snapshot, "host" | "cwd">;

/** Prints exactly the text that the model would receive. Notes for people go to standard error. */
export function printActivation(activation: Activation, here: Here, context: Context): void {
  writeContent(activation.text, context);
  tell(activation, here, context);
}

/**
 * Writes the text of a skill. If the output is a pipe, it receives the exact bytes. On a terminal, untrusted control
 * sequences are removed.
 */
function writeContent(content: string, { out, terminal }: Context): void {
  out.write(terminal ? `${printable(content)}\n` : content);
}

function tell(activation: Activation, { host, cwd }: Here, context: Context): void {
  const { err } = context;
  const { skill, arguments: args, diagnostics, text: content } = activation;
  if (args === undefined && skill.manifest.argumentHint !== undefined)
    err.line(`\`${printableLine(skill.name)}\` takes arguments: ${printableLine(skill.manifest.argumentHint)}`);
  const named = skill.manifest.arguments !== undefined || activation.command !== undefined;
  if (args !== undefined && !content.includes(args) && !named)
    err.line(`${host} does not insert the typed arguments into this text`);
  if (diagnostics.length > 0) err.line(printDiagnostics(diagnostics, { cwd, color: context.paintErr.bold("") !== "" }));
}
