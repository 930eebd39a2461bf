import { PRINTED, pickSkills } from "../ask/pick-skills.ts";
import { type Command, text } from "../command.ts";

export const pick: Command = {
  usage: "[QUERY] [--many] [--print mention|name|path|id] [--copy]",
  about:
    "Chooses skills on the terminal: type to search, arrows to move, enter to choose. What was chosen is printed as a mention to\nput into a message, so that `$(skillwright pick)` works; everything else is drawn on standard error. Without a terminal it asks\nfor a number.",
  options: {
    many: { type: "boolean", short: "m", summary: "several may be chosen: tab marks one, ctrl-t all" },
    print: { type: "string", value: "WHAT", summary: `what is printed: ${PRINTED.join(", ")}`, choices: PRINTED },
    copy: { type: "boolean", summary: "put it into the clipboard of the terminal instead of printing it" },
    all: {
      type: "boolean",
      short: "a",
      summary: "also what is shadowed, disabled, ineligible or rejected, with the reason",
    },
    mouse: { type: "boolean", summary: "the wheel and clicks count" },
  },
  examples: [
    ["skillwright pick", "choose one"],
    ["$EDITOR $(skillwright pick --print path)", "open one"],
    ["skillwright pick pdf --many --print name", "several, beginning with a search"],
  ],
  positionals: [0, 1],
  run: (context) => pickSkills(context, { query: context.positionals[0] ?? "", print: text(context, "print") }),
};
