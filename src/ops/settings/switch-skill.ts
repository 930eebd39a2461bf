/** Implements `enable` and `disable`: chooses the configuration file, edits the file, and reports the result. */
import { isAbsolute } from "node:path";
import { InputError, OperationError, SkillNotFoundError } from "../../model/errors.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { type Snapshot, skillsOfEveryOutcome } from "../../model/skills/snapshot.ts";
import { findNearest } from "../../model/text/matching/nearest.ts";
import { nodeEnvironment, platformDirectories } from "../../platform/environment.ts";
import { SCHEMA } from "../answers/answer.ts";
import type { OperationContext } from "../operation.ts";
import type { SwitchEdit } from "./edit-settings.ts";
import { setEnabledInCodex } from "./set-codex-enabled.ts";
import { setEnabled } from "./set-enabled.ts";

export interface SwitchResult {
  readonly schema: number;
  readonly pattern: string;
  readonly enabled: boolean;
  readonly path: string;
  readonly changed: boolean;
  /** True if the skill is enabled now. Another entry, perhaps in another file, can take precedence over this change. */
  readonly effectiveEnabled: boolean;
  /** The reason why the change does not affect the skill's state. */
  readonly note?: string;
}

export interface SwitchRequest {
  /** A name with wildcards, an id, the path of a skill's directory, or `name@scope`. */
  readonly pattern: string;
  readonly enabled: boolean;
  /** True to edit the project's configuration instead of the user's. */
  readonly project?: boolean;
}

/** Edits the settings that the host uses, and returns the effective state. */
export async function switchSkill(
  request: SwitchRequest,
  context: Pick<OperationContext, "load" | "loaded" | "reloaded">,
): Promise<SwitchResult> {
  const { pattern, enabled, project = false } = request;
  const { snapshot } = await context.loaded();
  const { path, before, after } = await edit(request, snapshot, context);
  const now = (await context.reloaded()).snapshot;
  const note = project && !snapshot.trusted ? UNTRUSTED : stillOtherwise(pattern, enabled, now);
  return {
    ...{ schema: SCHEMA, pattern, enabled, path, changed: before !== after },
    effectiveEnabled: isEnabled(pattern, now) ?? enabled,
    ...(note === undefined ? {} : { note }),
  };
}

const UNTRUSTED = "the folder is not trusted, so its configuration is not used yet; run `skillwright trust`";

async function edit(
  { pattern, enabled, project = false }: SwitchRequest,
  snapshot: Snapshot,
  { load: { environment = nodeEnvironment() } }: Pick<OperationContext, "load">,
): Promise<SwitchEdit> {
  if (snapshot.host === "codex") {
    if (project)
      throw new InputError("Codex has no project configuration for skills", "edit your own configuration instead");
    return setEnabledInCodex(codexSelector(pattern, snapshot), enabled, environment);
  }
  if (snapshot.host !== "skillwright")
    throw new OperationError("SK305", `the settings of ${snapshot.host} decide which skills it disables`, {
      hint: "change the settings of that host yourself; this command changes only Skillwright's own settings and those of Codex",
    });
  const all = skillsOfEveryOutcome(snapshot);
  if (!isKnown(pattern, all))
    throw new SkillNotFoundError(
      pattern,
      findNearest(
        pattern,
        all.map(({ name }) => name),
      ),
    );
  const directory = project ? `${snapshot.projectRoot}/.skillwright` : platformDirectories(environment).config;
  return setEnabled(pattern, enabled, `${directory}/config.yaml`, project ? snapshot.projectRoot : undefined);
}

/** Returns how Codex identifies the skill: by its file if the pattern is a path, otherwise by its name. */
function codexSelector(pattern: string, snapshot: Snapshot): { name: string } | { path: string } {
  if (!isAbsolute(pattern)) return { name: pattern };
  const found = skillsOfEveryOutcome(snapshot).find(({ directory, path }) => directory === pattern || path === pattern);
  return { path: found?.path ?? `${pattern}/SKILL.md` };
}

/**
 * Returns whether a pattern is valid. With wildcards it may match future skills; any other pattern must select an
 * existing skill.
 */
function isKnown(pattern: string, all: readonly Skill[]): boolean {
  return /[*?]/.test(pattern) || all.some((skill) => isNamed(pattern, skill));
}

function isNamed(pattern: string, { name, id, path, directory, scope }: Skill): boolean {
  return (
    name.toLowerCase() === pattern.toLowerCase() ||
    `${name}@${scope}` === pattern ||
    id === pattern ||
    path === pattern ||
    directory === pattern
  );
}

/** Returns whether the matching skills are enabled; undefined if no skill has the name yet. */
function isEnabled(pattern: string, now: Snapshot): boolean | undefined {
  if (!skillsOfEveryOutcome(now).some((skill) => isNamed(pattern, skill))) return undefined;
  return ![...now.disabled, ...now.skills.filter(({ withheld }) => withheld?.code === "SK738")].some(({ skill }) =>
    isNamed(pattern, skill),
  );
}

/** Explains why the state of a skill did not change: another entry, perhaps in another file, wins. */
function stillOtherwise(pattern: string, enabled: boolean, now: Snapshot): string | undefined {
  if (isEnabled(pattern, now) !== !enabled) return undefined;
  if (!enabled)
    return "the skill is still enabled, because an entry of `enable` takes precedence; run `skillwright config` to see it";
  const left = now.disabled.find(({ skill }) => isNamed(pattern, skill));
  return left ? `the skill is still disabled: ${left.reason}` : "the skill is still disabled";
}
