/** Prints the results of trigger tests for a terminal, a pull request and a CI server. */

import { padToWidth, printableLine } from "../../../model/text/display/printable.ts";
import {
  costOf,
  passesThreshold,
  type ReportOptions,
  scoreOf,
  type TokenPrices,
} from "../../../ops/answers/eval-answer.ts";
import type { EvalReport, SkillEval } from "../../../ops/evals/eval-skills.ts";
import type { JudgedCase } from "../../../ops/evals/judge-runs.ts";
import type { ExampleProposal } from "../../../ops/evals/propose-examples.ts";
import type { RankedCase } from "../../../ops/evals/rank-cases.ts";
import type { TrialShare } from "../../../ops/evals/wilson.ts";
import type { Output, Paint } from "../output/output.ts";
import { plural } from "../output/present.ts";

const SHOWN = 20;

export function printEvalText(
  report: EvalReport,
  { threshold, prices }: ReportOptions,
  out: Output,
  paint: Paint,
): void {
  for (const skill of report.skills) {
    const { passed, of } = scoreOf(skill);
    const mark = passesThreshold(skill, threshold) ? paint.green("ok") : paint.red("fails");
    out.line(`${paint.bold(printableLine(skill.name))}  ${mark}  ${passed} of ${plural(of, "request")} passed`);
    for (const line of remarks(skill, report, prices)) out.line(`  ${line}`);
    const wrong = (skill.live?.cases ?? skill.offline.cases).filter((each) => !each.passed);
    for (const each of wrong.slice(0, SHOWN))
      out.line(`  ${paint.yellow(padToWidth(verdict(each), 12))}  ${request(each.query)}`);
    if (wrong.length > SHOWN) out.line(`  and ${wrong.length - SHOWN} more`);
  }
  const where = report.window === undefined ? "" : `, window ${report.window}`;
  out.line(
    `${plural(report.skills.length, "skill")} tested in the catalog of ${report.host}, which has ${plural(report.competing, "skill")}${where}`,
  );
}

const MAX_REQUEST = 100;

function request(query: string): string {
  const line = printableLine(query.replace(/\s+/g, " "));
  return line.length > MAX_REQUEST ? `${line.slice(0, MAX_REQUEST - 1)}…` : line;
}

function verdict(each: RankedCase | JudgedCase): string {
  if ("runs" in each) return `${each.triggered} of ${each.runs} runs`;
  if (!each.should) return "wins";
  return each.rank === undefined ? "not found" : `rank ${each.rank}`;
}

/** Returns remarks about a skill in addition to its score, such as skills that rank higher. */
function remarks(skill: SkillEval, { host }: EvalReport, prices: TokenPrices | undefined): string[] {
  const { offline, coverage, live } = skill;
  const should = offline.cases.filter((each) => each.should);
  const first = should.filter(({ rank }) => rank === 1).length;
  const others = offline.cases.filter((each) => !each.should);
  const wrong = others.filter((each) => !each.passed).length;
  return [
    `ranked first for ${first} of ${should.length} requests that should find it${others.length === 0 ? "" : `, and for ${wrong} of ${others.length} that should not`}`,
    ...(coverage === "full" ? [] : [`a model in ${host} reads ${TOLD[coverage]}`]),
    ...offline.confusions.map(
      ({ address, cases, words }) =>
        `ranks below \`${printableLine(address)}\` for ${cases} of ${should.length} requests${words.length === 0 ? "" : `; only that skill has the words ${quoted(words)}`}`,
    ),
    ...(offline.attractingWords.length === 0
      ? []
      : [`these words of the description match requests for other skills: ${quoted(offline.attractingWords)}`]),
    ...(skill.insteadOf === undefined
      ? []
      : [`tested instead of ${printableLine(skill.insteadOf)}, which overrides this skill`]),
    ...(skill.examples === undefined ? [] : exampleRemarks(skill.examples)),
    ...skill.overlaps.map((path) => `the description is nearly the same as the description of ${printableLine(path)}`),
    ...(live ? liveRemarks(live, prices) : []),
  ];
}

function exampleRemarks({ requests, seen, unseen, wrong }: ExampleProposal): string[] {
  const gain = ({ before, after, of }: ExampleProposal["seen"]): string => `${before} → ${after} of ${of}`;
  return [
    `with example requests in its description, it ranks first for ${gain(unseen)} other requests, and for ${gain(seen)} requests of the half with the examples${wrong.of === 0 ? "" : `; wrongly for ${gain(wrong)}`}`,
    `  add to the description: Example requests: ${requests.map((each) => `"${request(each)}"`).join(", ")}.`,
  ];
}

const TOLD: Readonly<Record<Exclude<SkillEval["coverage"], "full">, string>> = {
  shortened: "only a part of the skill's description",
  "name-only": "only the skill's name",
  omitted: "nothing about the skill",
  "not-offered": "nothing about the skill, because a model may not load it",
};

function liveRemarks(
  { recall, precision, tokens, broken }: NonNullable<SkillEval["live"]>,
  prices: TokenPrices | undefined,
): string[] {
  const cost = prices ? `, ${costOf(tokens, prices)} in all` : "";
  const figures =
    broken === undefined
      ? `recall ${shareText(recall)}; precision ${shareText(precision)}`
      : `invalid result: ${broken}`;
  return [`${figures}; ${tokens.input} tokens read, ${tokens.output} written${cost}`];
}

function shareText({ hits, of, value, low, high }: TrialShare): string {
  if (value === undefined || low === undefined || high === undefined) return "unknown (no run)";
  return `${percent(value)} (${hits} of ${of}; 95 % between ${percent(low)} and ${percent(high)})`;
}

function percent(value: number): string {
  return `${Math.round(value * 100)} %`;
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `\`${printableLine(word)}\``).join(", ");
}

export function printEvalMarkdown(report: EvalReport, { threshold, prices }: ReportOptions, out: Output): void {
  out.line("| skill | passed | first | loses to | attracting words |");
  out.line("| --- | --- | --- | --- | --- |");
  for (const skill of report.skills) {
    const { passed, of } = scoreOf(skill);
    const should = skill.offline.cases.filter((each) => each.should);
    const rivals = skill.offline.confusions.map(({ address, cases }) => `\`${cell(address)}\` ${cases}×`).join(", ");
    out.line(
      `| ${passesThreshold(skill, threshold) ? "✓" : "✗"} \`${cell(skill.name)}\` | ${passed} of ${of} | ${should.filter(({ rank }) => rank === 1).length} of ${should.length} | ${rivals} | ${skill.offline.attractingWords.map(cell).join(", ")} |`,
    );
    if (skill.live) for (const line of liveRemarks(skill.live, prices)) out.line(`| | ${cell(line)} | | | |`);
  }
}

function cell(text: string): string {
  return printableLine(text.replace(/\s+/g, " ")).replace(/[|<>`&]/g, (each) => `&#${each.charCodeAt(0)};`);
}

/** Prints the results as JUnit XML. Each skill is a test suite, and each request is a test. */
export function printEvalJunit(report: EvalReport, out: Output): void {
  const all = report.skills.map(casesOf);
  out.line('<?xml version="1.0" encoding="UTF-8"?>');
  out.line(`<testsuites tests="${all.flat().length}" failures="${failures(all.flat())}">`);
  report.skills.forEach((skill, at) => {
    const cases = all[at] ?? [];
    out.line(`  <testsuite name="${attribute(skill.name)}" tests="${cases.length}" failures="${failures(cases)}">`);
    if (skill.live?.broken !== undefined)
      out.line(`    <system-err>${attribute(`invalid result: ${skill.live.broken}`)}</system-err>`);
    for (const each of cases) {
      const name = `${each.should ? "finds" : "leaves alone"}: ${each.query}`;
      const head = `    <testcase classname="${attribute(skill.name)}" name="${attribute(name)}"`;
      if (each.passed) out.line(`${head}/>`);
      else {
        out.line(`${head}>`);
        out.line(`      <failure message="${attribute(verdict(each))}"/>`);
        out.line("    </testcase>");
      }
    }
    out.line("  </testsuite>");
  });
  out.line("</testsuites>");
}

function casesOf({ live, offline }: SkillEval): readonly (RankedCase | JudgedCase)[] {
  return live?.cases ?? offline.cases;
}

function failures(cases: readonly { readonly passed: boolean }[]): number {
  return cases.filter((each) => !each.passed).length;
}

function attribute(text: string): string {
  return printableLine(text.replace(/\s+/g, " "))
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
