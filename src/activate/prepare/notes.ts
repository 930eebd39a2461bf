import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { Lines } from "../../model/diagnostics/span.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { Substituted } from "./substitute/substitute.ts";

/** What people should know about a skill that was made ready: commands without output, arguments that end in a quote, a cut. */
export function notesOn({ path }: Skill, text: string, bodyAt: number, made: Substituted): readonly Diagnostic[] {
  const silent = made.shell.filter(({ refused, failed }) => refused !== undefined || failed !== undefined);
  if (silent.length === 0 && !made.unclosed && !made.cut) return NONE;
  const lines = new Lines(path, text);
  const notes = silent.slice(0, MAX_COMMANDS).map(({ command, at, refused, failed, form }) =>
    diagnostic(failed === undefined ? "SK334" : "SK432", {
      at: lines.span(bodyAt + at, form === "block" ? "```!".length : command.length + "!``".length),
      message: `the command \`${firstLine(command)}\` ${failed === undefined ? `was not run: ${refused}` : `failed: ${failed}`}`,
      help: "the model is told so, and reads the command instead of its output",
    }),
  );
  if (made.unclosed)
    notes.push(
      diagnostic("SK335", {
        path,
        message: "a quote in the arguments has no end; what follows it is one argument",
        help: "close the quote, or write a backslash before it",
      }),
    );
  if (made.cut)
    notes.push(
      diagnostic("SK336", {
        at: lines.span(bodyAt + made.cut.at, 1),
        message: `the text was cut here: it has ${made.cut.from} characters`,
        help: "move what is rarely needed into `references/`; the model can read on in SKILL.md",
      }),
    );
  return notes;
}

/** Commands that people are told of, one by one. */
const MAX_COMMANDS = 100;
const NONE: readonly Diagnostic[] = [];

function firstLine(command: string): string {
  const end = command.indexOf("\n");
  return end === -1 ? command : `${command.slice(0, end)} …`;
}
