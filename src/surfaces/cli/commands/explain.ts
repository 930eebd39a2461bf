import { type Code, type Explanation, isCode, openSkills } from "../../../index.ts";
import { jsonText } from "../../../model/text/printable.ts";
import { answersHere, codeAnswer, codePage, explainAnswer } from "../../../ops/answers/explain-answer.ts";
import { type Command, type Context, flag, names } from "../command.ts";
import { place, printDiagnostic } from "../findings/print-text.ts";
import { writeAnswer } from "../output/json.ts";
import { printableLine } from "../output/paint.ts";
import { resolveAsked } from "../output/present.ts";

export const explain: Command = {
  usage: "NAME|PATH|CODE [--all-hosts | --hosts A,B]",
  about:
    'Answers "why is my skill not there?": every file that is or could have been that skill, what became of it, and the way\nout; then what the hosts on this machine make of it. For a name that does not exist, the nearest ones and what the search\npassed over. For a code, its page.',
  options: {
    "all-hosts": { type: "boolean", summary: "what every verified host makes of it, and the smallest fix for each" },
    hosts: {
      type: "string",
      value: "A,B",
      summary: "the same for these hosts; `every` for all that are known",
      choices: "hosts",
    },
  },
  examples: [
    ["skillwright explain pdf", "why the skill is there, or is not"],
    ["skillwright explain pdf --all-hosts", "in which hosts, and what would change that"],
    ["skillwright explain pdf --host codex", "in one of them"],
    ["skillwright explain .claude/skills/pdf", "about one file"],
    ["skillwright explain SK104", "what a code means"],
  ],
  positionals: [1, 1],
  completes: "skills",
  async run(context) {
    const asked = context.positionals[0] as string;
    const code = asked.toUpperCase();
    if (isCode(code)) return explainCode(code, context);
    const hosts = askedHosts(context);
    if (hosts) {
      const { explainHosts } = await import("../show/explain-hosts.ts");
      return explainHosts(asked, hosts, context);
    }
    const skills = await openSkills(context.load);
    const { cwd } = skills.snapshot;
    const resolved = resolveAsked(asked, cwd);
    const explanation = await skills.explain(resolved);
    const answers = await answersHere(resolved, explanation, context.load);
    if (context.json) writeAnswer(context.out, explainAnswer(asked, explanation, answers));
    else {
      print(asked, explanation, cwd, context);
      if (answers.length > 0) {
        context.out.line();
        context.out.line(context.paint.bold("Hosts on this machine"));
        const { printAnswers } = await import("../show/explain-hosts.ts");
        printAnswers(answers, cwd, context);
      }
    }
    return explanation.candidates.length > 0 ? 0 : 1;
  },
};

/** Which hosts the question is about, when it is not about our own view. */
function askedHosts(context: Context): string[] | undefined {
  if (flag(context, "all-hosts")) return ["all"];
  const named = names(context, "hosts");
  if (named) return named;
  const { host } = context.load;
  return host === undefined || host === "skillwright" ? undefined : [host];
}

function explainCode(code: Code, { out, json }: Context): number {
  if (json) out.line(jsonText(codeAnswer(code)));
  else out.write(codePage(code));
  return 0;
}

function print(
  asked: string,
  { candidates, nearest, searched, unseen }: Explanation,
  cwd: string,
  { out, paint }: Context,
): void {
  if (candidates.length === 0) {
    out.line(absence(asked));
    if (nearest.length > 0) out.line(`did you mean ${nearest.map((name) => `\`${printableLine(name)}\``).join(", ")}?`);
    out.line("searched:");
    for (const root of searched) out.line(`  ${printableLine(root)}`);
    if (unseen.length > 0) out.line("not seen:");
    for (const { path = "", message } of unseen) out.line(`  ${place(path, cwd)}  ${printableLine(message)}`);
    return;
  }
  const colours = {
    loaded: paint.green,
    shadowed: paint.yellow,
    disabled: paint.yellow,
    ineligible: paint.yellow,
    rejected: paint.red,
    skipped: paint.red,
  };
  for (const { outcome, name, path, code, reason, help, id, diagnostics } of candidates) {
    out.line(
      `${colours[outcome](outcome)} ${paint.bold(printableLine(name))}${code ? ` [${code}]` : ""}: ${printableLine(reason)}`,
    );
    out.line(`  ${place(path, cwd)}${id ? paint.dim(`  ${printableLine(id)}`) : ""}`);
    if (help && !diagnostics.some((each) => each.help === help)) out.line(`  help: ${printableLine(help)}`);
    for (const each of diagnostics) out.line(indent(printDiagnostic(each, { cwd, color: paint.bold("") !== "" })));
  }
}

function absence(asked: string): string {
  const what = `\`${printableLine(asked)}\``;
  if (/^SK\d+$/i.test(asked)) return `there is no code ${what}, and no skill of that name`;
  return asked.includes("/")
    ? `there is no skill at ${what}, nor did the search pass one over there`
    : `no skill is called ${what}, and nothing that was passed over would have been`;
}

function indent(text: string): string {
  return text
    .split("\n")
    .map((line) => `    ${line}`)
    .join("\n");
}
