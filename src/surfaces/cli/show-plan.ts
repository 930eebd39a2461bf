/** What an installation would do, for somebody who has to say yes or no: files, rights, findings, differences. */
import { place } from "../../diagnostics/print-text.ts";
import type { Capabilities, Finding, Plan, PlannedSkill } from "../../index.ts";
import type { Output } from "./output.ts";
import { type Paint, printable } from "./paint.ts";
import { plural, sizeOf } from "./present.ts";

interface To {
  readonly out: Output;
  readonly paint: Paint;
  readonly cwd: string;
}

const WORDS: Readonly<Record<PlannedSkill["action"], string>> = {
  add: "new",
  replace: "replaces what is installed",
  keep: "as it stands there now",
  same: "nothing to do",
};

export async function showPlan(plan: Plan, to: To): Promise<void> {
  for (const skill of plan.skills) await showSkill(skill, to);
  for (const { code, message } of plan.diagnostics)
    to.out.line(to.paint.yellow(`note[${code}]: ${printable(message)}`));
}

const SIGNED: Readonly<Record<PlannedSkill["signature"]["state"], (who: string) => string>> = {
  signed: (who) => `by ${who}`,
  unsigned: () => "no",
  unknown: () => "by nobody whom you know",
  invalid: () => "no: its signature is wrong",
};

async function showSkill(skill: PlannedSkill, { out, paint, cwd }: To): Promise<void> {
  const { name, placed, action, origin, signature, digest, standing } = skill;
  const row = (label: string, value: string): void => out.line(`  ${paint.dim(label.padEnd(9))} ${value}`);
  out.line(`${paint.bold(printable(name))}  ${WORDS[action]}`);
  row("from", printable([origin.source, origin.path].filter(Boolean).join(" › ")));
  if (origin.resolved) row("version", printable(origin.resolved));
  row("signed", SIGNED[signature.state](signature.state === "signed" ? printable(signature.who) : ""));
  row("to", place(placed.directory, cwd));
  row("digest", digest);
  if (action === "same") return;
  showFiles(skill, row);
  showCapabilities(skill.capabilities, row);
  if (skill.edited && action === "replace")
    row("edited", paint.yellow("what stands there now is not what was approved; it stays in the store"));
  if (standing?.approved && skill.changes.length > 0)
    (await import("./show-changes.ts")).showChanges(skill, { out, paint });
  for (const finding of skill.findings) showFinding(finding, out, paint);
  for (const { finding, reason } of skill.suppressed)
    out.line(paint.dim(`  suppressed ${finding.code} in ${printable(finding.path ?? name)}: ${printable(reason)}`));
}

type Row = (label: string, value: string) => void;

const MAX_FILES = 30;

function showFiles({ bundle }: PlannedSkill, row: Row): void {
  const bytes = bundle.files.reduce((sum, file) => sum + file.bytes.length, 0);
  row("files", `${plural(bundle.files.length, "file")}, ${sizeOf(bytes)}`);
  for (const file of bundle.files.slice(0, MAX_FILES))
    row("", `${printable(file.path)}  ${sizeOf(file.bytes.length)}${file.executable ? "  executable" : ""}`);
  if (bundle.files.length > MAX_FILES) row("", `and ${bundle.files.length - MAX_FILES} more`);
}

function showCapabilities(capabilities: Capabilities, row: Row): void {
  const { tools, hooks, shell, scripts, hosts, secrets, outside, binaries } = capabilities;
  const show = (label: string, list: readonly string[]): void => {
    if (list.length > 0) row(label, list.map(printable).join(", "));
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

export function showFinding(
  { code, severity, message, path, line, evidence }: Finding,
  out: Output,
  paint: Paint,
): void {
  const tone = severity === "block" || severity === "high" ? paint.red : paint.yellow;
  const at = path === undefined ? "" : `  ${printable(path)}${line === undefined ? "" : `:${line}`}`;
  out.line(`  ${tone(`${severity}[${code}]`)} ${printable(message)}${at}`);
  if (evidence !== undefined) out.line(paint.dim(`    ${printable(evidence)}`));
}
