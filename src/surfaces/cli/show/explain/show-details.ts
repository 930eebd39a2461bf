/** Implements `explain --details`: prints everything about one skill. */
import { installSpecs } from "../../../../install/packages/install-spec.ts";
import { directoryOfSkill, type Skill } from "../../../../model/skills/skill.ts";
import type { Snapshot } from "../../../../model/skills/snapshot.ts";
import { jsonText, padToWidth, printableLine } from "../../../../model/text/display/printable.ts";
import { diagnosticsOf, type SkillDetails } from "../../../../ops/answers/skills/show-answer.ts";
import type { SkillWithState } from "../../../../ops/use/named-skill.ts";
import type { Context } from "../../command.ts";
import { printDiagnostics } from "../../findings/print-groups.ts";
import { shownPath } from "../../output/output.ts";
import { originRows, packagesText, scopeBadge } from "../../output/present.ts";
import { windowRows } from "../show-window.ts";

export async function printDetails(
  { skill, state, withheld }: SkillWithState,
  details: SkillDetails,
  snapshot: Snapshot,
  context: Context,
): Promise<void> {
  const diagnostics = diagnosticsOf(skill, snapshot);
  const offered = withheld ? `${state}, not offered to models: ${withheld.reason}` : state;
  print(skill, offered, details, snapshot.cwd, context);
  if (details.installed?.state === "changed" && details.installed.changes.length > 0)
    await showDifference(skill, context);
  if (diagnostics.length > 0)
    context.out.line(`\n${printDiagnostics(diagnostics, { cwd: snapshot.cwd, color: context.paint.bold("") !== "" })}`);
}

/** Prints the diff between the approved and the current version. Files that are no longer available are left out. */
async function showDifference(skill: Skill, context: Context): Promise<void> {
  const { openInstaller } = await import("../../../../ops/open-installer.ts");
  const installer = await openInstaller({
    recover: false,
    ...(context.load.cwd === undefined ? {} : { cwd: context.load.cwd }),
  });
  const { showChanges } = await import("../show-plan.ts");
  const plan = await installer.planApprove([{ name: skill.name, directory: directoryOfSkill(skill) }]);
  context.out.line();
  for (const each of plan.skills) showChanges(each, { ...context, cwd: installer.projectRoot });
}

const LABEL = 26;

function print(skill: Skill, state: string, more: SkillDetails, cwd: string, { out, paint }: Context): void {
  const row = (label: string, value: string): void => out.line(`${paint.dim(padToWidth(label, LABEL))}${value}`);
  out.line(`${paint.bold(printableLine(skill.name))}  ${scopeBadge(skill.scope, paint)}  ${state}`);
  out.line(printableLine(skill.description));
  out.line();
  row("path", shownPath(skill.path, cwd));
  if (skill.realPath) row("links to", shownPath(skill.realPath, cwd));
  if (skill.root.foreign) row("from", printableLine(skill.root.from));
  row("id", printableLine(skill.id));
  row("enabled", state.startsWith("disabled") ? "no" : "yes");
  if (more.digest) row("digest", more.digest);
  if (more.installed) for (const [label, value] of originRows(more.installed)) row(label, value);
  for (const [key, value] of Object.entries(more.frontmatter)) {
    if (key !== "name" && key !== "description")
      row(printableLine(key), printableLine(typeof value === "string" ? value : jsonText(value)));
  }
  const packages = installSpecs(skill.manifest);
  if (packages.length > 0) row("packages", `${packagesText(packages)}  (see \`skillwright deps --packages\`)`);
  for (const [label, value] of windowRows(more.window)) row(label, value);
  if (skill.sidecar) row("sidecars", skill.sidecar.files.map((file) => shownPath(file, skill.directory)).join(", "));
  for (const [key, value] of Object.entries({ ...skill.sidecar?.interface }))
    row(printableLine(key), printableLine(String(value)));
  if (more.resources.length > 0) row("files", more.resources.map(printableLine).join(", "));
  if (more.body !== undefined) out.line(`\n${more.body.split("\n").map(printableLine).join("\n")}`);
}
