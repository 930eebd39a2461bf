import type { Snapshot } from "../../../model/skills/snapshot.ts";
import { cutToWidth, printableLine } from "../../../model/text/display/printable.ts";
import type { ExaminedMachine } from "../../../ops/answers/doctor/doctor-answer.ts";
import { type FoundProblem, findProblems } from "../../../ops/answers/doctor/find-problems.ts";
import { countFilesOfRoot } from "../../../ops/answers/skills/list-answers.ts";
import type { Repair } from "../../../ops/settings/repair.ts";
import { doctor } from "../../../ops/verbs/doctor.ts";
import type { SandboxReport } from "../../../run/sandbox/open-sandbox.ts";
import { askToConfirm } from "../ask/confirm.ts";
import type { Context } from "../command.ts";
import { writeJson } from "../output/json.ts";
import { shownPath } from "../output/output.ts";
import { hiddenSkillsLine, isEmbedded, outcomeCountsLine, plural } from "../output/present.ts";
import { summaryLines } from "../show/host-lines.ts";
import { defineTerminalOutput } from "../verb-command.ts";

const { repair } = doctor.operations;

export const terminalOutput = defineTerminalOutput(doctor, {
  doctor: {
    async show(examined, context, { all }) {
      print(examined, context, all);
    },
  },
  repair: {
    async converse({ yes = false, dryRun = false }, context, lent) {
      const { files } = await repair.run({ dryRun: true }, lent);
      for (const { problem, effect, action } of files) {
        context.err.line(`error: ${printableLine(problem)}`);
        context.err.line(`${action === "none" ? "help" : "after the repair"}: ${printableLine(effect)}`);
      }
      const open = files.filter(({ action }) => action !== "none");
      const wanted = open.length > 0 && !dryRun && (yes || (await isWanted(open, context)));
      const done = wanted ? await repair.run({ yes: true }, lent) : { files, repaired: false };
      if (context.json) writeJson(context.out, await repair.answer(done, {}));
      else context.out.line(summary(files, wanted ? open.length : 0));
      return repair.failed?.(done, {}) ? 1 : 0;
    },
  },
});

async function isWanted(open: readonly Repair[], context: Context): Promise<boolean> {
  if (await askToConfirm(`Repair ${plural(open.length, "file")}?`, context)) return true;
  if (process.stdin.isTTY !== true) context.err.line("help: run the command on a terminal, or add `--yes`");
  return false;
}

function summary(found: readonly Repair[], repaired: number): string {
  if (found.length === 0) return "no file is damaged";
  const left = found.length - repaired;
  return `repaired ${plural(repaired, "file")}${left > 0 ? `; ${plural(left, "file")} still damaged` : ""}`;
}

const MAX_PROBLEMS = 12;

function print(examined: ExaminedMachine, context: Context, all = false): void {
  const { snapshot, hosts, sandbox } = examined;
  const { out, paint } = context;
  printProblems(findProblems(snapshot, hosts), snapshot.cwd, context);
  out.line();
  out.line(paint.bold("Skills"));
  out.line(`  ${outcomeCountsLine(snapshot, all)}`);
  for (const line of rootLines(snapshot, all)) out.line(`  ${line}`);
  const hidden = all ? 0 : snapshot.skills.filter(({ skill }) => isEmbedded(skill)).length;
  if (hidden > 0) out.line(`  ${paint.dim(hiddenSkillsLine(hidden))}`);
  if (hosts.length > 0) {
    out.line();
    out.line(paint.bold("Hosts on this machine"));
    for (const line of summaryLines(hosts)) out.line(`  ${line}`);
  }
  out.line();
  out.line(paint.bold("Sandbox"));
  for (const line of sandboxLines(sandbox)) out.line(`  ${line}`);
  out.line();
  out.line(paint.dim(nextStep(snapshot)));
}

function printProblems(problems: readonly FoundProblem[], cwd: string, { out, paint, width }: Context): void {
  if (problems.length === 0) {
    out.line(paint.green("No problems found."));
    return;
  }
  out.line(paint.bold("Problems"));
  for (const [at, problem] of problems.slice(0, MAX_PROBLEMS).entries()) {
    const { code, severity, count, message, path, line, help, command } = problem;
    const tone = severity === "error" ? paint.red : severity === "warning" ? paint.yellow : paint.dim;
    const where =
      path === undefined ? "" : ` ${paint.dim(shownPath(path, cwd) + (line === undefined ? "" : `:${line}`))}`;
    const more = count > 1 && path !== undefined ? paint.dim(` and ${count - 1} more`) : "";
    const text = `${severity === "info" ? "note" : severity}: ${printableLine(message)}`;
    out.line(
      `${`${at + 1}.`.padStart(3)} ${tone(cutToWidth(text, Math.max(40, width - 16)))} (${code})${where}${more}`,
    );
    if (help !== undefined) out.line(`    fix: ${printableLine(help)}`);
    const isFix = help === undefined && !/^skillwright (?:explain|list|matrix|config)\b/.test(command);
    out.line(`    ${isFix ? "fix" : "see"}: ${printableLine(command)}`);
  }
  const left = problems.length - MAX_PROBLEMS;
  if (left > 0) out.line(`  ${plural(left, "more problem")}: \`skillwright doctor --json\` lists them`);
}

function rootLines(snapshot: Snapshot, all: boolean): string[] {
  const existing = snapshot.roots.filter((root) => root.exists && (all || root.from !== "embedded"));
  const counted = existing.map(
    (root) => `${plural(countFilesOfRoot(snapshot, root), "file")} in ${printableLine(root.path)}`,
  );
  const missing = snapshot.roots.filter((root) => !root.exists).length;
  const others = `${plural(missing, "other directory", "other directories")} can hold skills: \`skillwright list --roots\` shows all`;
  return [...counted, ...(missing > 0 ? [others] : [])];
}

function nextStep({ skills }: Snapshot): string {
  return skills.every(({ skill }) => isEmbedded(skill))
    ? "You have no skills yet: `skillwright new NAME` creates a skill, `skillwright add SOURCE` installs skills."
    : "`skillwright list` shows the skills, and `skillwright explain NAME` explains one of them.";
}

/** Prints which checks of the self-test passed, which could not run, and which resources are unlimited. */
function sandboxLines({ provider, level, checks, untested, unlimited, tried }: SandboxReport): string[] {
  const held = Object.entries(checks).flatMap(([check, kept]) => (kept ? [check] : []));
  return [
    ...(level === "isolated"
      ? [
          `${provider}: ${level} (${held.join(", ")})`,
          ...(untested.length > 0 ? [`not tested on this machine: ${untested.join(", ")}`] : []),
          `the sandbox does not limit: ${unlimited.join(", ")}`,
        ]
      : ["no sandbox: commands of skills do not run (to run them without a sandbox, set `run.unsandboxed`)"]),
    ...tried.map((each) => `${each.provider}: ${printableLine(each.reason)}`),
  ];
}
