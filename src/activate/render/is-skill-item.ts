/**
 * Recognizes messages that contain a skill, so that a host can filter or compact its history. It accepts the message
 * shapes of common frameworks. Text without an envelope is recognized only if `handedOut` contains it.
 */
import { checkArgument } from "../../model/errors.ts";

/** Maximum depth at which nested parts of a message are searched for skills. */
const MAX_PARTS = 1000;

/**
 * Returns true if a message contains a skill. `handedOut` contains the texts that the model received without an
 * envelope.
 */
export function isSkillItem(message: unknown, handedOut: { has(text: string): boolean } = new Set()): boolean {
  checkArgument(typeof handedOut?.has === "function", "isSkillItem", "an object with `has`, such as a `Set`");
  return textsOf(message).some((text) => handedOut.has(text) || skillItemName(text) !== undefined);
}

/** Returns a history without messages that contain skills. */
export function withoutSkillItems<M>(messages: readonly M[], handedOut?: { has(text: string): boolean }): M[] {
  checkArgument(Array.isArray(messages), "withoutSkillItems", "a list of messages");
  return messages.filter((message) => !isSkillItem(message, handedOut));
}

/** Returns the name of the skill in a text's envelope. */
export function skillItemName(text: string): string | undefined {
  checkArgument(typeof text === "string", "skillItemName", "a string");
  for (const { begins, ends } of MARKS) {
    const name = begins.exec(text)?.groups?.["name"];
    if (name !== undefined && (ends === undefined || text.includes(ends))) return unescapeXml(name);
  }
  return frontmatterName(text);
}

interface Mark {
  readonly begins: RegExp;
  /** Text that must follow `begins` in the same message. */
  readonly ends?: string;
}

const MARKS: readonly Mark[] = [
  { begins: /^<skill>\n<name>(?<name>[^\n<]*)<\/name>\n<path>/, ends: "\n</skill>" },
  { begins: /^<skill (?:id="[^"\n]*" )?name="(?<name>[^"\n]*)"[^>\n]*>\n/, ends: "\n</skill>" },
  { begins: /^<skill_content name="(?<name>[^"\n]*)">\n/, ends: "\n</skill_content>" },
  { begins: /^<activated_skill name="(?<name>[^"\n]*)">\n/, ends: "\n</activated_skill>" },
  { begins: /^<loaded_skill>\n {2}<name>(?<name>[^\n<]*)<\/name>\n/, ends: "\n</loaded_skill>" },
  { begins: /^<command-name>(?<name>[^\n<]*)<\/command-name>\n/, ends: "\n</command-instructions>" },
  { begins: /^<skill-context name="(?<name>[^"\n]*)">\n/, ends: "\n</skill-context>" },
  { begins: /^(?:[^\n<]*\n\n)?<skill-loaded name="(?<name>[^"\n]*)"[^>\n]*>\n/, ends: "\n</skill-loaded>" },
  { begins: /^<skill_note name="(?<name>[^"\n]*)">\n/, ends: "\n</skill_note>" },
  { begins: /^<earlier_skill name="(?<name>[^"\n]*)"[^>\n]*>\n/, ends: "\n</earlier_skill>" },
  { begins: /^<(?<name>earlier_skills)>\n/, ends: "\n</earlier_skills>" },
  { begins: /^<(?<name>relevant_skills)>\n/, ends: "\n</relevant_skills>" },
  { begins: /^Base directory for this skill: (?:[^\n]*[/\\])?(?<name>[^\n/\\]*)\n/ },
  { begins: /^# Loaded Skill: (?<name>[^\n]*) \(skill\)\n/, ends: "\n## Content\n" },
  { begins: /^Skill: (?<name>[^\n]*)\n/, ends: "\n--- Skill Instructions ---\n" },
];

/** Maximum characters at the start of a file in which its frontmatter is searched for the name. */
const MAX_HEAD = 8192;

/**
 * Returns the name of a skill that is sent as a whole file. Such a text starts with frontmatter that has a name and a
 * description.
 */
function frontmatterName(text: string): string | undefined {
  if (!text.startsWith("---\n")) return undefined;
  const head = text.slice(4, MAX_HEAD);
  const end = head.indexOf("\n---");
  if (end === -1) return undefined;
  const header = head.slice(0, end);
  if (!/^description:/m.test(header)) return undefined;
  return /^name:[^\S\n]*(?<name>[^\n]*)/m.exec(header)?.groups?.["name"]?.replace(/^["']|["']$/g, "");
}

/** Returns every text of a message: its `content`, `text`, `output` and `value`, also in nested parts. */
function textsOf(message: unknown): string[] {
  const texts: string[] = [];
  const pending: unknown[] = [message];
  for (let seen = 0; pending.length > 0 && seen < MAX_PARTS; seen++) {
    const part = pending.shift();
    if (typeof part === "string") texts.push(part);
    else if (Array.isArray(part)) pending.push(...part.slice(0, MAX_PARTS));
    else if (typeof part === "object" && part !== null)
      for (const key of ["content", "text", "output", "value", "result", "parts"])
        if (key in part) pending.push((part as Record<string, unknown>)[key]);
  }
  return texts;
}

function unescapeXml(text: string): string {
  const plain: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, entity: string) => plain[entity] as string);
}
