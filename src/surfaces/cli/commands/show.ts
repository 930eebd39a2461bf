import { directoryOfSkill, installSpecs, openInstaller, openSkills, type Skill } from "../../../index.ts";
import { jsonText } from "../../../model/text/printable.ts";
import {
  diagnosticsOf,
  findSkill,
  type SkillDetails,
  showAnswer,
  skillDetails,
} from "../../../ops/answers/show-answer.ts";
import { type Command, type Context, flag } from "../command.ts";
import { printDiagnostics } from "../findings/print-groups.ts";
import { place } from "../findings/print-text.ts";
import { pad, printable, printableLine } from "../output/paint.ts";
import { badge, originRows, packagesText, resolveAsked, warnUnverified } from "../output/present.ts";
import { windowRows } from "../show/show-window.ts";

export const show: Command = {
  usage: "NAME|PATH [--digest] [--body]",
  about: "Shows all about one skill: what its frontmatter and sidecars say, where it stands, what is wrong with it.",
  options: {
    digest: { type: "boolean", summary: "the digest of its directory" },
    body: { type: "boolean", summary: "its instructions, as they are on disk now" },
  },
  examples: [
    ["skillwright show skill-creator", "by name"],
    ["skillwright show pdf@user --json", "the one of a scope, everything as JSON"],
    ["skillwright show ./skills/pdf --body", "by path, with its instructions"],
  ],
  positionals: [1, 1],
  completes: "skills",
  async run(context) {
    const skills = await openSkills(context.load);
    await warnUnverified(skills.snapshot.host, context);
    const asked = resolveAsked(context.positionals[0] as string, skills.snapshot.cwd).replace(/\/SKILL\.md$/i, "");
    const found = findSkill(asked, skills);
    const { skill, state, withheld } = found;
    const { cwd } = context.load;
    const more = await skillDetails(skill, skills, {
      digest: flag(context, "digest"),
      body: flag(context, "body"),
      installer: cwd === undefined ? {} : { cwd },
    });
    if (context.json) {
      context.out.line(jsonText(showAnswer(found, more, skills.snapshot), 2));
      return 0;
    }
    const diagnostics = diagnosticsOf(skill, skills.snapshot);
    const offered = withheld ? `${state}, not offered to models: ${withheld.reason}` : state;
    print(skill, offered, more, skills.snapshot.cwd, context);
    if (more.installed?.state === "changed" && more.installed.changes.length > 0) await showDifference(skill, context);
    if (diagnostics.length > 0)
      context.out.line(
        `\n${printDiagnostics(diagnostics, { cwd: skills.snapshot.cwd, color: context.paint.bold("") !== "" })}`,
      );
    return 0;
  },
};

/** The difference to what was approved, as far as it can be shown. */
async function showDifference(skill: Skill, context: Context): Promise<void> {
  const installer = await openInstaller(context.load.cwd === undefined ? {} : { cwd: context.load.cwd });
  const { showChanges } = await import("../show/show-plan.ts");
  const plan = await installer.planApprove([{ name: skill.name, directory: directoryOfSkill(skill) }]);
  context.out.line();
  for (const each of plan.skills) showChanges(each, { ...context, cwd: installer.projectRoot });
}

const LABEL = 26;

function print(skill: Skill, state: string, more: SkillDetails, cwd: string, { out, paint }: Context): void {
  const row = (label: string, value: string): void => out.line(`${paint.dim(pad(label, LABEL))}${value}`);
  out.line(`${paint.bold(printable(skill.name))}  ${badge(skill.scope, paint)}  ${state}`);
  out.line(printable(skill.description));
  out.line();
  row("path", place(skill.path, cwd));
  if (skill.realPath) row("leads to", place(skill.realPath, cwd));
  if (skill.root.foreign) row("from", printable(skill.root.from));
  row("id", printableLine(skill.id));
  row("enabled", state.startsWith("evaluated") ? "no" : "yes");
  if (more.digest) row("digest", more.digest);
  if (more.installed) for (const [label, value] of originRows(more.installed)) row(label, value);
  for (const [key, value] of Object.entries(more.frontmatter)) {
    if (key !== "name" && key !== "description")
      row(printable(key), printable(typeof value === "string" ? value : jsonText(value)));
  }
  const packages = installSpecs(skill.manifest);
  if (packages.length > 0) row("packages", `${packagesText(packages)}  (see \`skillwright packages\`)`);
  for (const [label, value] of windowRows(more.window)) row(label, value);
  if (skill.sidecar) row("sidecars", skill.sidecar.files.map((file) => place(file, skill.directory)).join(", "));
  for (const [key, value] of Object.entries({ ...skill.sidecar?.interface }))
    row(printable(key), printable(String(value)));
  if (more.resources.length > 0) row("files", more.resources.map(printable).join(", "));
  if (more.body !== undefined) out.line(`\n${more.body.split("\n").map(printable).join("\n")}`);
}
