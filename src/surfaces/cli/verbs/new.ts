import { printable } from "../../../model/text/printable.ts";
import { newSkill } from "../../../ops/verbs/new.ts";
import { present } from "../verb-command.ts";

export const presentation = present(newSkill, {
  new: {
    show({ path }, { out, err }) {
      out.line(printable(path));
      err.line(`help: write the instructions, then run \`skillwright check ${printable(path)}\``);
    },
  },
});
