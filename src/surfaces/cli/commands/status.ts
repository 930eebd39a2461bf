import { openSkills, STATES } from "../../../index.ts";
import { statusAnswer } from "../../../ops/answers/see-answers.ts";
import type { Command } from "../command.ts";
import { writeAnswer } from "../output/json.ts";
import { pad, printableLine } from "../output/paint.ts";
import { warnUnverified } from "../output/present.ts";

export const status: Command = {
  usage: "",
  about: `Shows every file that was found and how far it got, sorted by id: ${STATES.join(", ")}.`,
  options: {},
  examples: [
    ["skillwright status", "one line for each file"],
    ["skillwright status --json", "for programs"],
  ],
  positionals: [0, 0],
  async run({ load, json, out, err, paint }) {
    const skills = await openSkills(load);
    await warnUnverified(skills.snapshot.host, { err });
    if (json) {
      writeAnswer(out, statusAnswer(skills));
      return 0;
    }
    const colours = {
      loaded: paint.green,
      shadowed: paint.yellow,
      rejected: paint.red,
      disabled: paint.dim,
      ineligible: paint.yellow,
    };
    for (const { id, state, outcome, offered, reason } of skills.status()) {
      const shown = outcome === "loaded" && !offered ? "withheld" : outcome;
      out.line(
        `${pad(state, 10)}  ${colours[outcome](pad(shown, 10))}  ${printableLine(id)}${reason ? paint.dim(`  ${printableLine(reason)}`) : ""}`,
      );
    }
    return 0;
  },
};
