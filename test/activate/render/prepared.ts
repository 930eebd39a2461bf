/** Builds a prepared skill for tests of envelopes. All defaults are harmless. */
import type { Prepared } from "../../../src/model/conversation/activation.ts";
import type { Skill, SkillId } from "../../../src/model/skills/skill.ts";

interface Given extends Partial<Omit<Prepared, "skill">> {
  readonly name?: string;
  readonly description?: string;
}

export function prepared({ name = "pdf", description = "Reads PDF files.", ...given }: Given = {}): Prepared {
  const directory = given.directory ?? "/project/.agents/skills/pdf";
  const body = given.body ?? "# PDF\n\nRead it.\n";
  const header = `name: ${name}\ndescription: ${description}`;
  const skill: Skill = {
    id: `repo:.agents/skills/${name}` as SkillId,
    name,
    description,
    path: `${directory}/SKILL.md`,
    directory,
    root: {
      path: "/project/.agents/skills",
      scope: "repo",
      label: ".agents/skills",
      from: "profile",
      namedBy: "project",
      namedIn: "/project",
      trusted: true,
      followLinks: true,
      exists: true,
      configured: false,
      namespace: "",
    },
    scope: "repo",
    manifest: {},
    header,
    headerLine: 2,
    bodyOffset: header.length + 9,
  };
  return {
    skill,
    address: name,
    actor: "model",
    body,
    file: `---\n${header}\n---\n${body}`,
    directory,
    resources: [
      { path: "references/forms.md", bytes: 120 },
      { path: "scripts/fill.py", bytes: 2048 },
    ],
    moreResources: 0,
    shell: [],
    digest: "sha256:0",
    revision: "sha256:1",
    diagnostics: [],
    ...given,
  };
}
