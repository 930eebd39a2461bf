/**
 * The quick reader of a sidecar: display and policy, plainly written, without the YAML library that it would take
 * longer to load than to list a small catalog. Anything else, and whatever deserves a word, is left (undefined) for
 * `parseSidecars`.
 */
import type { Sidecar, SkillInterface } from "../../../model/skills/skill.ts";
import { isMap } from "../../../model/values/json.ts";
import { parseSimple } from "./parse-simple.ts";

export function parseSidecarQuick(path: string, text: string): Sidecar | undefined {
  const entries = parseSimple(text);
  if (entries === undefined || entries.length === 0) return undefined;
  let shown: SkillInterface | undefined;
  let implicit: boolean | undefined;
  for (const { key, value } of entries) {
    if (key === "interface" && isMap(value)) shown = readInterface(value);
    else if (key === "policy" && isMap(value)) implicit = readPolicy(value);
    else return undefined;
    if (key === "interface" ? shown === undefined : implicit === undefined) return undefined;
  }
  return {
    files: [path],
    ...(shown ? { interface: shown } : {}),
    ...(implicit === undefined ? {} : { policy: { allowImplicitInvocation: implicit } }),
  };
}

const TEXT = /\S/;
const ICON = /^(?:\.\/)?[\w-]+(?:\/[\w-][\w.-]*)*$/;

const FIELDS: ReadonlyMap<string, readonly [to: keyof SkillInterface, plain: RegExp]> = new Map([
  ["display_name", ["displayName", TEXT]],
  ["short_description", ["shortDescription", TEXT]],
  ["icon_small", ["iconSmall", ICON]],
  ["icon_large", ["iconLarge", ICON]],
  ["brand_color", ["brandColor", /^#[0-9a-fA-F]{3,8}$/]],
  ["default_prompt", ["defaultPrompt", TEXT]],
]);

function readInterface(map: Record<string, unknown>): SkillInterface | undefined {
  const shown: SkillInterface = {};
  for (const [key, value] of Object.entries(map)) {
    const [to, plain] = FIELDS.get(key) ?? [];
    if (to === undefined || typeof value !== "string" || !plain?.test(value)) return undefined;
    shown[to] = value.trim();
  }
  return shown;
}

function readPolicy(map: Record<string, unknown>): boolean | undefined {
  const { allow_implicit_invocation: implicit, ...others } = map;
  return typeof implicit === "boolean" && Object.keys(others).length === 0 ? implicit : undefined;
}
