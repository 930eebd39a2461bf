import { printableLine } from "../../../model/text/display/printable.ts";
import { newSkill } from "../../../ops/verbs/new.ts";
import { defineTerminalOutput } from "../verb-command.ts";

export const terminalOutput = defineTerminalOutput(newSkill, {
  new: {
    show({ name, path }, { out, err }, { evals = false }) {
      out.line(printableLine(path));
      if (evals)
        err.line(
          `help: replace the requests in \`evals/\` by at least six real requests; \`skillwright eval ${printableLine(name)}\` then proposes examples for the description`,
        );
      err.line(`help: write the instructions, then run \`skillwright check ${printableLine(path)}\``);
    },
  },
});
