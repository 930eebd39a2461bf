/**
 * Previews the permissions that a skill would get, without loading it. The preview has its tool rules, how long they
 * would apply, and the permissions that its manifest requests.
 */
import type { LoadOptions } from "../../catalog/load/load.ts";
import { toolIntentOf } from "../../format/parse/fields/tool-intent.ts";
import type { HostProfile } from "../../model/host-profile.ts";
import type { PermissionRule, ToolIntent } from "../../model/rules/permission.ts";
import type { PermissionMode, PolicyFile } from "../../model/rules/policy.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import { environmentOf, platformDirectories } from "../../platform/environment.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { permissionMode, permissionModeFor } from "../../trust/policy/decide-policy.ts";
import { guardSurroundings, permissionRuleOf } from "./open-guard.ts";
import { compileProfile, profileDelta } from "./profile/compile-profile.ts";
import { readProfile } from "./profile/read-profile.ts";
import { readToolRules } from "./rules/rule-set.ts";

export interface WindowPreview extends ToolIntent {
  readonly rule: PermissionRule;
  /** Rules that cannot be parsed, with the reason. */
  readonly notUnderstood: readonly { readonly text: string; readonly problem: string }[];
  readonly profile?: ProfilePreview;
}

export interface ProfilePreview {
  /** How policies treat the requested permissions. */
  readonly mode: PermissionMode;
  /** Actions that would not need a question to the user, one per line. */
  readonly delta: readonly string[];
  /** Requests that would be ignored, each with the reason. */
  readonly refused: readonly { readonly what: string; readonly problem: string }[];
}

export interface PreviewInput {
  readonly options: LoadOptions;
  readonly profile: HostProfile;
  readonly snapshot: Snapshot;
  readonly policy: readonly PolicyFile[];
}

export function previewWindow(skill: Skill, input: PreviewInput): WindowPreview {
  const intent = toolIntentOf(skill.manifest);
  const rules = [...(intent.granted ?? []), ...(intent.only ?? []), ...(intent.removed ?? [])];
  const profile = previewProfile(skill, input);
  return {
    ...intent,
    rule: permissionRuleOf(input.profile),
    notUnderstood: readToolRules(rules).problems,
    ...(profile ? { profile } : {}),
  };
}

function previewProfile(
  { sidecar, directory, scope }: Skill,
  { options, snapshot, policy }: PreviewInput,
): ProfilePreview | undefined {
  if (sidecar?.permissions === undefined) return undefined;
  const environment = environmentOf(options);
  const { config, data, admin } = platformDirectories(environment);
  const places = { home: environment.home, files: options.files ?? nodeFiles, own: [config, data, admin] };
  const around = guardSurroundings(places, snapshot);
  const read = readProfile(sidecar.permissions, { directory, home: environment.home });
  const compiled = compileProfile(read.profile, directory, around);
  return {
    mode: permissionModeFor(scope, permissionMode(policy)),
    delta: profileDelta(compiled.profile),
    refused: [
      ...read.problems.map(({ field, problem }) => ({ what: field, problem })),
      ...compiled.refused.map(({ path, problem }) => ({ what: path, problem })),
    ],
  };
}
