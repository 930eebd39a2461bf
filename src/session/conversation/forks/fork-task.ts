/** Converts a skill with `context: fork` into the task for a subagent. */
import { oneLine } from "../../../activate/render/escape.ts";
import type { Activation } from "../../../model/conversation/activation.ts";
import type { SubagentTask } from "../../../model/conversation/control.ts";
import type { Manifest } from "../../../model/skills/skill.ts";

export type ForkTask = Omit<SubagentTask, "session" | "signal">;

/** Returns the task for a subagent. The host decides about each field that the skill omits or sets to `inherit`. */
export function forkTask({ skill, address, body, resources, directory }: Activation, depth: number): ForkTask {
  const { manifest } = skill;
  const { agent = DEFAULT_FORK_AGENT, allowedTools, disallowedTools, background = false } = manifest;
  const place = resources.length === 0 ? "" : `The files that belong to this task are in ${oneLine(directory)}.\n\n`;
  return {
    address,
    task: place + body,
    agent: word(agent) ?? DEFAULT_FORK_AGENT,
    ...forkIntentOf(manifest),
    ...(allowedTools === undefined ? {} : { tools: allowedTools }),
    ...(disallowedTools === undefined ? {} : { disallowedTools }),
    skills: preloadedBy(manifest),
    background,
    depth,
  };
}

const DEFAULT_FORK_AGENT = "general-purpose";

/** Returns the model and effort that a skill requests. Each must be one short word, otherwise it is ignored. */
export function forkIntentOf({ model, effort }: Manifest): { readonly model?: string; readonly effort?: string } {
  const [chosen, pains] = [word(model), word(effort)];
  return {
    ...(chosen === undefined || chosen === "inherit" ? {} : { model: chosen }),
    ...(pains === undefined ? {} : { effort: pains }),
  };
}

const MAX_WORD = 200;

function word(text: string | undefined): string | undefined {
  const line = oneLine(text ?? "").trim();
  return line === "" || line.length > MAX_WORD ? undefined : line;
}

/** Maximum number of skills that a subagent starts with. With more skills there would be no room for the task. */
const MAX_SKILLS = 20;

/** Reads `skills: [style, glossary]`, the syntax of agent definitions. */
function preloadedBy({ extra }: Manifest): readonly string[] {
  const named = extra?.["skills"];
  const list: readonly unknown[] = typeof named === "string" ? named.split(",") : Array.isArray(named) ? named : [];
  const names = list.flatMap((each) => (typeof each === "string" && each.trim() !== "" ? [each.trim()] : []));
  return [...new Set(names)].slice(0, MAX_SKILLS);
}
