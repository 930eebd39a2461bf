import { hostsHere, PROFILES } from "../../../index.ts";
import { hostsAnswer } from "../../../ops/answers/see-answers.ts";
import type { Command, Context } from "../command.ts";
import { writeAnswer } from "../output/json.ts";
import { pad, textWidth } from "../output/paint.ts";

export const hosts: Command = {
  usage: "",
  about:
    "Lists the hosts whose view Skillwright knows: the version that the facts are about, how sure they are, and which hosts are\non this machine. `verified` agrees with the real program, case by case; `documented` was read in its source or documents;\n`reported` is second hand.",
  options: {},
  examples: [
    ["skillwright hosts", "every host"],
    ["skillwright list --host codex", "what Codex sees here"],
    ["skillwright matrix --hosts claude-code,codex", "skills by hosts"],
  ],
  positionals: [0, 0],
  async run(context) {
    const here = await hostsHere(context.load);
    if (context.json) writeAnswer(context.out, hostsAnswer(here));
    else print(new Set(here), context);
    return 0;
  },
};

function print(here: ReadonlySet<string>, { out, paint }: Context): void {
  const names = Math.max(...PROFILES.map((each) => textWidth(each.name)));
  const versions = Math.max(...PROFILES.map((each) => textWidth(each.version)));
  for (const profile of PROFILES) {
    const sure = profile.confidence === "verified" ? paint.green : paint.yellow;
    const words = [
      profile.runtime === "none" ? "no skills of its own" : "",
      here.has(profile.name) ? paint.bold("on this machine") : "",
    ].filter((each) => each !== "");
    out.line(
      `${paint.bold(pad(profile.name, names))}  ${pad(profile.version, versions)}  ${sure(pad(profile.confidence, 10))}  ${words.join(", ")}`.trimEnd(),
    );
  }
  out.line();
  out.line(
    "`documented` and `reported` are not verified against the real program. `docs/hosts/` has the facts of each.",
  );
}
