import { jsonText } from "../../../model/text/printable.ts";
import { type SetUp, setUp } from "../../../ops/set-up.ts";
import type { Command, Context } from "../command.ts";
import { printable } from "../output/paint.ts";

export const init: Command = {
  usage: "",
  about:
    "Creates your own skills directory, $SKILLWRIGHT_HOME/skills, and keeps a copy of the embedded skills in its .system,\nwhere programs without skillwright can read them. Run again, it repairs or updates that copy, or changes nothing.",
  options: {},
  examples: [
    ["skillwright init", "set up, or bring up to date"],
    ["skillwright init --no-default-skills", "only create the directory"],
    ["skillwright init --json", "for programs: what was done, and where"],
  ],
  positionals: [0, 0],
  async run(context) {
    const done = await setUp(context.load);
    if (context.json) context.out.line(jsonText(done));
    else print(done, context);
    return 0;
  },
};

function print({ path, created, system }: SetUp, { out, err, paint }: Context): void {
  if (created) out.line(`created ${paint.bold(printable(path))}`);
  if (system && system.status !== "unchanged")
    out.line(`${system.status} the embedded skills in ${paint.bold(printable(system.path))}`);
  if (!created && (system === null || system.status === "unchanged"))
    out.line(`nothing changed: ${printable(path)} is set up`);
  err.line(
    "next: `skillwright new NAME` starts a skill, `skillwright list` shows all, `skillwright doctor` says what is wrong",
  );
}
