/** Shows the plan of an installation, so that the user can decide: files, permissions, findings, differences. */

import type { Applied } from "../../../install/apply/apply.ts";
import type { CapabilityChange, FileChange } from "../../../install/approval-need.ts";
import type { Plan, PlannedSkill } from "../../../install/plan/plan.ts";
import type { Capabilities, Finding } from "../../../model/rules/audit.ts";
import type { Origin } from "../../../model/skills/origin.ts";
import { fullName } from "../../../model/skills/skill.ts";
import { printableLine } from "../../../model/text/display/printable.ts";
import { decodeIfText } from "../../../ops/answers/plans/plan-answer.ts";
import type { AppliedReview } from "../../../ops/install/apply-approved.ts";
import type { Context } from "../command.ts";
import { colourDiffLine, diffLines } from "../output/diff-lines.ts";
import type { Output } from "../output/output.ts";
import { type Paint, shownPath } from "../output/output.ts";
import { packagesText, plural } from "../output/present.ts";

interface To {
  readonly out: Output;
  readonly paint: Paint;
  readonly cwd: string;
}

const WORDS: Readonly<Record<PlannedSkill["action"], string>> = {
  add: "new",
  replace: "replaces the installed version",
  keep: "unchanged",
  same: "nothing to do",
};

function showPlan(plan: Plan, to: To): void {
  for (const skill of plan.skills) showSkill(skill, to);
  for (const each of plan.diagnostics) showNote(each, to);
}

/** Shows a diagnostic of the plan with its fix. */
function showNote({ severity, code, message, help }: Plan["diagnostics"][number], { out, paint }: To): void {
  const tone = severity === "error" ? paint.red : paint.yellow;
  out.line(`${tone(`${severity}[${code}]`)}: ${printableLine(message)}`);
  if (help !== undefined) out.line(`help: ${printableLine(help)}`);
}

const SIGNED: Readonly<Record<PlannedSkill["signature"]["state"], (who: string) => string>> = {
  signed: (who) => `by ${who}`,
  unsigned: () => "no",
  unknown: () => "by an unknown key",
  invalid: () => "no: the signature is invalid",
};

function showSkill(skill: PlannedSkill, to: To): void {
  const { out, paint, cwd } = to;
  const { name, target, action, origin, signature, digest } = skill;
  const onlyVersion = action === "keep" && skill.approvedBefore;
  out.line(
    `${paint.bold(printableLine(fullName(name, origin)))}  ${onlyVersion ? "the same files as the installed version" : WORDS[action]}`,
  );
  if (action === "same") return;
  const row: Row = (label, value) => out.line(`  ${paint.dim(label.padEnd(9))} ${value}`);
  if (skill.description !== "") out.line(`  ${printableLine(skill.description)}`);
  row("from", printableLine(sourceText(origin)));
  if (origin.resolved) row("version", printableLine(origin.resolved));
  row("signed", SIGNED[signature.state](signature.state === "signed" ? printableLine(signature.who) : ""));
  row("to", shownPath(target.directory, cwd));
  row("digest", digest);
  if (!onlyVersion) showContent(skill, row, to);
  showNeed(skill, row, to);
}

function showContent(skill: PlannedSkill, row: Row, to: To): void {
  showFiles(skill, row);
  showCapabilities(skill.capabilities, row);
  if (skill.packages.length > 0) row("packages", packagesText(skill.packages));
  if (skill.edited && skill.action === "replace")
    row("edited", to.paint.yellow("the installed files differ from the approved ones; the store keeps a copy of them"));
  if (skill.standing?.approved && skill.changes.length > 0) showChanges(skill, to);
  for (const finding of skill.findings) showFinding(finding, to.out, to.paint);
  for (const { finding, reason } of skill.suppressed) {
    const at = printableLine(finding.path ?? skill.name);
    to.out.line(to.paint.dim(`  suppressed ${finding.code} in ${at}: ${printableLine(reason)}`));
  }
}

/** Shows which approval a skill needs, if `--yes` is not enough. */
function showNeed({ need, downgrades, digest }: PlannedSkill, row: Row, { out, paint }: To): void {
  for (const each of downgrades) out.line(`  ${paint.red(printableLine(each))}`);
  if (need.need === "denied") row("denied", paint.red(need.because.map(printableLine).join("; ")));
  if (need.need === "person") row("needs", "your review; `--yes` is not enough");
  if (need.need === "digest") row("needs", paint.red(`its digest: --accept ${digest}`));
}

/** Returns the source, including the subdirectory of the skill in it. */
export function sourceText({ source, path }: Origin): string {
  return [source, path].filter(Boolean).join(" › ");
}

type Row = (label: string, value: string) => void;

const MAX_FILES = 30;

function showFiles({ bundle }: PlannedSkill, row: Row): void {
  const bytes = bundle.files.reduce((sum, file) => sum + file.bytes.length, 0);
  row("files", `${plural(bundle.files.length, "file")}, ${sizeOf(bytes)}`);
  for (const file of bundle.files.slice(0, MAX_FILES))
    row("", `${printableLine(file.path)}  ${sizeOf(file.bytes.length)}${file.executable ? "  executable" : ""}`);
  if (bundle.files.length > MAX_FILES) row("", `and ${bundle.files.length - MAX_FILES} more`);
}

function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

function showCapabilities(capabilities: Capabilities, row: Row): void {
  const { tools, hooks, shell, scripts, hosts, secrets, outside, binaries } = capabilities;
  const show = (label: string, list: readonly string[]): void => {
    if (list.length > 0) row(label, list.map(printableLine).join(", "));
  };
  show("tools", tools);
  show("hooks", hooks);
  show("shell", shell);
  show(
    "scripts",
    scripts.map(({ path, language }) => `${path} (${language})`),
  );
  show("programs", binaries);
  show("network", hosts);
  show("secrets", secrets);
  show("outside", outside);
}

function showFinding({ code, severity, message, path, line, evidence }: Finding, out: Output, paint: Paint): void {
  const tone = severity === "block" || severity === "high" ? paint.red : paint.yellow;
  const at = path === undefined ? "" : `  ${printableLine(path)}${line === undefined ? "" : `:${line}`}`;
  out.line(`  ${tone(`${severity}[${code}]`)} ${printableLine(message)}${at}`);
  if (evidence !== undefined) out.line(paint.dim(`    ${printableLine(evidence)}`));
}

/** Labels for some kinds of capabilities. If a kind has no entry, its own name is the label. */
const LABELS: Readonly<Record<string, string>> = { hosts: "network", binaries: "programs" };

/** Prints changed files and capabilities. */
export function showChanges({ changes, capabilityChanges }: PlannedSkill, { out, paint }: To): void {
  const shown = ({ kind, what }: CapabilityChange): string => `${LABELS[kind] ?? kind}: ${printableLine(what)}`;
  for (const each of capabilityChanges.added) out.line(paint.red(`  adds ${shown(each)}`));
  for (const each of capabilityChanges.removed) out.line(paint.green(`  drops ${shown(each)}`));
  for (const change of changes) for (const line of changeLines(change)) out.line(colourDiffLine(line, paint));
}

function changeLines({ path, kind, before, after }: FileChange): string[] {
  const name = printableLine(path);
  if (kind === "mode") return [`${name}: ${after?.executable ? "executable now" : "no longer executable"}`];
  const texts = [before?.bytes, after?.bytes].map((bytes) => (bytes === undefined ? "" : decodeIfText(bytes)));
  const [old, now] = texts;
  if (old === undefined || now === undefined)
    return [`${name}: ${kind}, not text, ${sizeOf(after?.bytes.length ?? 0)}`];
  return diffLines(name, old, now, [kind === "added" ? "not there" : "", kind === "removed" ? "gone" : ""]);
}

// The functions below print a plan before a person is asked, and the result afterwards. They are used by `add`,
// `install`, `update` and `approve`.

/** Prints the skills of a plan that change. */
export function reviewPlan({ plan, projectRoot }: AppliedReview, { err, paintErr }: Context): void {
  const { skills, diagnostics } = plan;
  const open = skills.filter(({ action }) => action !== "same");
  showPlan({ skills: open, diagnostics }, { out: err, paint: paintErr, cwd: projectRoot });
  if (open.some(({ approvedBefore }) => !approvedBefore)) err.line(paintErr.dim(NO_PROOF));
}

/** Both percentages come from a test with malicious skills that were not used to write the audit rules. */
const NO_PROOF =
  "An audit without findings does not prove that a skill is safe: the audit finds 8 to 52 % of unknown malicious skills.";

export function showAppliedReview(
  { plan, applied, removable, isDeclined, projectRoot, misread, unseen = [] }: AppliedReview,
  context: Context,
  { dryRun = false }: { readonly dryRun?: boolean },
): void {
  const { out, err, paint } = context;
  if (plan.skills.length + plan.diagnostics.length + applied.length + removable.length === 0)
    err.line("there is nothing to do");
  if (isDeclined) return err.line("nothing was changed");
  if (!dryRun) {
    showApplied(asSeen(applied, plan), projectRoot, context);
    for (const { skills, hosts, command } of unseen)
      err.line(
        `${hosts.join(", ")} ${hosts.length === 1 ? "does" : "do"} not see ${skills.map(printableLine).join(", ")}\nhelp: run \`${printableLine(command)}\``,
      );
    return;
  }
  const diagnostics = misread ? [misread, ...plan.diagnostics] : plan.diagnostics;
  showPlan({ ...plan, diagnostics }, { out, paint, cwd: projectRoot });
  showApplied(removable, projectRoot, context, true);
}

/** Treats a skill as unchanged if its lock entry differs only in the version. A lock can have thousands of skills. */
function asSeen(applied: readonly Applied[], { skills }: Plan): readonly Applied[] {
  const approved = new Set(skills.flatMap(({ target, approvedBefore }) => (approvedBefore ? [target.directory] : [])));
  return applied.map((each) =>
    each.action === "keep" && approved.has(each.directory) ? { ...each, action: "same" } : each,
  );
}

const DONE: Readonly<Record<Applied["action"], string>> = {
  add: "added",
  replace: "replaced",
  keep: "approved",
  same: "unchanged",
  remove: "removed",
};

export function showApplied(
  applied: readonly Applied[],
  projectRoot: string,
  { out }: Context,
  isDryRun = false,
): void {
  for (const { name, directory, action } of applied) {
    const shown = directory.startsWith(`${projectRoot}/`) ? directory.slice(projectRoot.length + 1) : directory;
    const what = isDryRun
      ? `${printableLine(name)} would be ${DONE[action]}`
      : `${DONE[action]} ${printableLine(name)}`;
    out.line(`${what} ${action === "remove" ? "from" : "in"} ${printableLine(shown)}`);
  }
}
