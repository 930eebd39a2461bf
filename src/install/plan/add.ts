/** `add`: plans the requested skills of a source. */

import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { OperationError } from "../../model/errors.ts";
import { fullName } from "../../model/skills/skill.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { baseName } from "../../model/text/text.ts";
import type { InstallContext } from "../context.ts";
import { notOffered } from "../fetch/collect-skills.ts";
import { fetchSource } from "../fetch/fetch-source.ts";
import { chooseDirectories, type InstallLocation, readInstallState } from "../install-target.ts";
import { type FetchedSource, type SourceSkill, showSource } from "../source.ts";
import type { Plan, PlannedSkill } from "./plan.ts";

export interface AddRequest {
  readonly source: string;
  /** Names of the source's skills (default: all). */
  readonly skills?: readonly string[];
  /** Names of the source's skills to leave out. */
  readonly except?: readonly string[];
  readonly where: InstallLocation;
}

export async function planAdd(request: AddRequest, context: InstallContext): Promise<Plan> {
  await context.hosts.typed(request.source);
  const [fetched, { planSkill }] = await Promise.all([fetchSource(request.source, context), planner()]);
  const names = request.skills ?? [];
  const chosen = leaveOut(request.except ?? [], pickNamedSkills(fetched, request.source, names), request.source);
  const elsewhere = names.length === 0 ? notOffered(fetched.elsewhere ?? []) : [];
  const known = readInstallState(context);
  const chooseDirectory = chooseDirectories(request.where, context.statePaths, context.files);
  const skills: PlannedSkill[] = [];
  for (const found of chosen.skills) {
    context.progress?.({ what: `looking at ${found.name}`, done: skills.length, total: chosen.skills.length });
    const target = chooseDirectory(found.name, found.origin.plugin);
    skills.push(await planSkill({ ...found, target }, known, context));
  }
  return { skills, diagnostics: [...chosen.diagnostics.filter((each) => !isSaid(each, skills)), ...elsewhere] };
}

/**
 * Loads the planner while the source responds. The load is done in parts with pauses, so that responses are not
 * delayed.
 */
async function planner(): Promise<typeof import("./plan.ts")> {
  await letOthersRun();
  const plan = await import("./plan.ts");
  await letOthersRun();
  process.getBuiltinModule("node:crypto");
  return plan;
}

function letOthersRun(): Promise<void> {
  return new Promise((resume) => setImmediate(resume));
}

/** Returns true if a finding of a planned skill already has the code and message of the diagnostic. */
function isSaid({ code, message }: Diagnostic, skills: readonly PlannedSkill[]): boolean {
  return skills.some(({ findings }) => findings.some((each) => each.code === code && each.message === message));
}

// Chooses the named skills of a source. Without names, it chooses all skills. Missing names are reported with
// suggestions.

/**
 * Throws SK665 for a missing name. If a named skill or the only skill was rejected, throws the reason of the rejection.
 */
function pickNamedSkills(fetched: FetchedSource, source: string, names: readonly string[]): FetchedSource {
  const missing = names.find((name) => !fetched.skills.some((each) => isCalled(each, name)));
  if (missing !== undefined) throw notThere(missing, fetched, source);
  if (fetched.skills.length === 0) throw nothing(fetched, source);
  if (names.length === 0) return fetched;
  const skills = fetched.skills.filter((each) => names.some((name) => isCalled(each, name)));
  return { skills, diagnostics: fetched.diagnostics.filter((each) => concerns(each, skills)) };
}

/** Throws SK665 for a name that the source does not have, or if no skill is left. */
function leaveOut(names: readonly string[], fetched: FetchedSource, source: string): FetchedSource {
  if (names.length === 0) return fetched;
  const missing = names.find((name) => !fetched.skills.some((each) => isCalled(each, name)));
  if (missing !== undefined) throw notThere(missing, fetched, source);
  const skills = fetched.skills.filter((each) => !names.some((name) => isCalled(each, name)));
  if (skills.length === 0)
    throw new OperationError("SK665", "`--except` excludes every skill of the source", {
      hint: whatItHas(fetched.skills),
    });
  return { skills, diagnostics: fetched.diagnostics.filter((each) => concerns(each, skills)) };
}

function isCalled({ name, origin }: SourceSkill, asked: string): boolean {
  return name === asked || fullName(name, origin) === asked;
}

/** Returns true if a diagnostic is about one of the chosen skills. */
function concerns({ path }: Diagnostic, skills: readonly SourceSkill[]): boolean {
  return path === undefined || skills.some(({ name, origin }) => isInside(path, origin.path) || isInside(path, name));
}

function notThere(
  name: string,
  { skills, diagnostics, elsewhere = [] }: FetchedSource,
  source: string,
): OperationError {
  const refused = diagnostics.find(({ path, severity }) => severity === "error" && path?.split("/").includes(name));
  if (refused)
    return new OperationError(refused.code, `\`${name}\` is refused: ${refused.message}`, { hint: refused.help ?? "" });
  const place = elsewhere.find((each) => baseName(each) === name);
  return new OperationError("SK665", `\`${showSource(source)}\` has no skill \`${name}\``, {
    hint: place === undefined ? whatItHas(skills) : `there is one in \`${place}\`; name that directory of the source`,
  });
}

const MAX_SHOWN = 20;

function whatItHas(skills: readonly SourceSkill[]): string {
  const names = skills.slice(0, MAX_SHOWN).map(({ name, origin }) => `\`${fullName(name, origin)}\``);
  const more = skills.length > MAX_SHOWN ? `, and ${skills.length - MAX_SHOWN} more` : "";
  return names.length === 0 ? "the source has no skills" : `it has ${names.join(", ")}${more}`;
}

function nothing({ diagnostics }: FetchedSource, source: string): OperationError {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const first = errors[0] ?? diagnostics[0];
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  return new OperationError(
    first?.code ?? "SK665",
    `\`${showSource(source)}\` has no skill${first ? `: ${first.message}${more}` : ""}`,
    { hint: first?.help ?? "a skill is a directory with a SKILL.md" },
  );
}
