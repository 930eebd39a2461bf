import { printableLine } from "../../../model/text/display/printable.ts";
import { codePage } from "../../../ops/answers/hosts/explain-answer.ts";
import type { Explanation } from "../../../ops/explain/explain-skill.ts";
import { explain } from "../../../ops/verbs/explain.ts";
import type { Context } from "../command.ts";
import { printDiagnostic } from "../findings/print-text.ts";
import { shownPath } from "../output/output.ts";
import { defineTerminalOutput } from "../verb-command.ts";

export const terminalOutput = defineTerminalOutput(explain, {
  explain: {
    async show(found, context, { skill: asked }) {
      if ("code" in found) return context.out.write(codePage(found.code));
      const { explanation, answers, cwd } = found;
      const hosts = answers.length === 0 ? undefined : await import("../show/explain/explain-hosts.ts");
      const sentence = verdict(explanation, hosts?.describeHostsWithoutSkill(answers) ?? "", cwd);
      if (sentence !== undefined) context.out.line(`${sentence}\n`);
      print(asked, explanation, cwd, context);
      if (hosts === undefined) return;
      context.out.line();
      context.out.line(context.paint.bold("Hosts on this machine"));
      hosts.printAnswers(answers, cwd, context);
    },
  },
  hosts: {
    show: async (found, context, { skill: asked }) =>
      (await import("../show/explain/explain-hosts.ts")).printHostAnswers(asked, found, context),
  },
  everyHost: {
    show: async (found, context, { skill: asked }) =>
      (await import("../show/explain/explain-hosts.ts")).printHostAnswers(asked, found, context),
  },
  details: {
    async show({ found, details, snapshot }, context) {
      await (await import("../show/explain/show-details.ts")).printDetails(found, details, snapshot, context);
    },
  },
  policy: {
    async show({ found, diagnostics }, context, { agent }) {
      const { printExplanations } = await import("../show/explain/show-policy.ts");
      printExplanations(found, diagnostics, agent, context);
    },
  },
  message: {
    async show({ resolution, snapshot }, context, { message }) {
      (await import("../show/explain/print-resolution.ts")).printResolution(resolution, message, snapshot.cwd, context);
    },
  },
});

/**
 * Returns the answer in one sentence. It says whether models see the skill, and which hosts on this machine do not see
 * it.
 */
function verdict({ candidates }: Explanation, but: string, cwd: string): string | undefined {
  const [first] = candidates;
  if (first === undefined) return undefined;
  const { outcome, code, path, reason } = first;
  const name = `\`${printableLine(first.name)}\``;
  if (outcome !== "loaded") return `No model sees ${name}: it is ${outcome} (${printableLine(reason)}).`;
  if (code) return `${name} is ${printableLine(reason)}.`;
  return `Models see ${name} from ${shownPath(path, cwd)}${but}.`;
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
    if (unseen.length > 0) out.line("skipped:");
    for (const { path = "", message } of unseen) out.line(`  ${shownPath(path, cwd)}  ${printableLine(message)}`);
    return;
  }
  const colours = {
    loaded: paint.green,
    overridden: paint.yellow,
    disabled: paint.yellow,
    ineligible: paint.yellow,
    rejected: paint.red,
    skipped: paint.red,
  };
  for (const { outcome, name, path, code, reason, help, id, diagnostics } of candidates) {
    out.line(
      `${code && outcome === "loaded" ? paint.yellow("withheld") : colours[outcome](outcome)} ${paint.bold(printableLine(name))}${code ? ` [${code}]` : ""}: ${printableLine(reason)}`,
    );
    out.line(`  ${shownPath(path, cwd)}${id ? paint.dim(`  ${printableLine(id)}`) : ""}`);
    if (help && !diagnostics.some((each) => each.help === help)) out.line(`  help: ${printableLine(help)}`);
    for (const each of diagnostics) out.line(indent(printDiagnostic(each, { cwd, color: paint.bold("") !== "" })));
  }
}

function absence(asked: string): string {
  const what = `\`${printableLine(asked)}\``;
  if (/^SK\d+$/i.test(asked)) return `there is no diagnostic code ${what}, and no skill of that name`;
  return asked.includes("/")
    ? `there is no skill at ${what}, also not among the files that the search skipped`
    : `no skill is called ${what}, and no skipped file has that name either`;
}

function indent(text: string): string {
  return text
    .split("\n")
    .map((line) => `    ${line}`)
    .join("\n");
}
