import { printable } from "../../../model/text/printable.ts";
import { newSkill } from "../../../ops/verbs/new.ts";
import { presentVerb } from "../verb-command.ts";

export const presentation = presentVerb(newSkill, {
  new: {
    show({ path }, { out, err }) {
      out.line(printable(path));
      err.line(`help: write the instructions, then run \`skillwright check ${printable(path)}\``);
    },
  },
});
