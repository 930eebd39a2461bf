/**
 * Formats the output of `/skills`: every found skill with its outcome. For files that could not be read, it shows the
 * reasons.
 */
import type { Session, Skills } from "../../../api/index.ts";

const MAX_DESCRIPTION = 100;

export async function skillLines(skills: Skills, session: Session): Promise<string[]> {
  const { snapshot } = skills;
  const byUser = new Set((await session.offered("user")).map(({ loaded }) => loaded.skill.id));
  const byModel = new Set((await session.offered("model")).map(({ loaded }) => loaded.skill.id));
  const loaded = new Set(session.ledger.filter(({ present }) => present).map(({ id }) => id));
  const lines = snapshot.skills.map(({ skill, withheld }) => {
    const marks = [
      ...(loaded.has(skill.id) ? ["loaded"] : []),
      ...(withheld ? [`withheld: ${withheld.reason}`] : reach(byUser.has(skill.id), byModel.has(skill.id))),
    ];
    return `${skill.name}  ${marks.length > 0 ? `(${marks.join(", ")})  ` : ""}${brief(skill.description)}`;
  });
  const others = [
    ...snapshot.disabled.map(({ skill, reason }) => `${skill.name}  (disabled: ${reason})`),
    ...snapshot.ineligible.map(
      ({ skill, missing }) => `${skill.name}  (ineligible: ${missing.map(({ message }) => message).join(", ")})`,
    ),
    ...snapshot.overridden.map(({ skill, reason }) => `${skill.name}  (overridden: ${reason})`),
  ];
  const all = [...lines, ...others, ...rejectedLines(skills)];
  return all.length === 0 ? ["there are no skills"] : all;
}

function rejectedLines({ snapshot }: Skills): string[] {
  return snapshot.rejected.flatMap(({ name, path, diagnostics }) => {
    const reasons = diagnostics.filter(({ severity }) => severity === "error");
    return [`${name}  (rejected)  ${path}`, ...reasons.map(({ code, message }) => `    ${code}: ${message}`)];
  });
}

function reach(user: boolean, model: boolean): string[] {
  if (user && model) return [];
  return [user ? "only by you" : model ? "only by the model" : "not for this agent"];
}

function brief(text: string): string {
  return text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION)}…` : text;
}
