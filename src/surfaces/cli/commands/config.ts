import { CONFIG_KEYS, loadSkills } from "../../../index.ts";
import { jsonText } from "../../../model/text/printable.ts";
import { configAnswer, isAboutSettings, shownValue } from "../../../ops/answers/see-answers.ts";
import type { Command } from "../command.ts";
import { printDiagnostics } from "../findings/print-groups.ts";
import { writeAnswer } from "../output/json.ts";
import { pad, printable } from "../output/paint.ts";

export const config: Command = {
  usage: "",
  about:
    "Shows every configuration key with its effective value and who set it: a file with its line, a variable, the command line,\nor nobody. Files: /etc/skillwright/config.yaml, $SKILLWRIGHT_HOME/config.yaml, and .skillwright/config.yaml of a trusted project.",
  options: {},
  examples: [
    ["skillwright config", "what counts here"],
    ["SKILLWRIGHT_LIMITS_MAX_DEPTH=9 skillwright config", "with a variable"],
  ],
  positionals: [0, 0],
  async run({ load, json, out, err, paint, paintErr }) {
    // Its own list of problems has them.
    const loading = await loadSkills({ ...load, onDamage: () => undefined });
    if (json) {
      writeAnswer(out, configAnswer(loading));
      return 0;
    }
    const { snapshot, config: effective } = loading;
    const problems = snapshot.diagnostics.filter(isAboutSettings);
    const width = Math.max(...effective.values.map(({ key }) => key.length));
    for (const { key, value, from } of effective.values.map(shownValue)) {
      const shown = printable(typeof value === "string" ? value : jsonText(value));
      out.line(`${paint.bold(pad(key, width))}  ${shown}  ${paint.dim(`(${printable(from)})`)}`);
      out.line(paint.dim(`${" ".repeat(width)}  ${CONFIG_KEYS.find((each) => each.key === key)?.summary ?? ""}`));
    }
    if (problems.length > 0)
      err.line(printDiagnostics(problems, { cwd: snapshot.cwd, color: paintErr.bold("") !== "" }));
    return 0;
  },
};
