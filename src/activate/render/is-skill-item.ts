/**
 * Tells the messages that carry a skill from the others, so that a host can filter or compact its history. Any shape of a
 * message that the common frameworks have will do. Text that a host hands out without an envelope bears no mark; who
 * handed it out passes it in.
 */

/** Parts, and parts of parts, of one message that are looked at. */
const MAX_PARTS = 1000;

/** `handedOut` are texts that were given to the model as they are. */
export function isSkillItem(message: unknown, handedOut: { has(text: string): boolean } = new Set()): boolean {
  return textsOf(message).some((text) => handedOut.has(text) || skillItemName(text) !== undefined);
}

/** A history without the messages that carry skills. */
export function withoutSkillItems<M>(messages: readonly M[], handedOut?: { has(text: string): boolean }): M[] {
  return messages.filter((message) => !isSkillItem(message, handedOut));
}

/** The name of the skill that a text carries, as its envelope says it. */
export function skillItemName(text: string): string | undefined {
  for (const { begins, ends } of MARKS) {
    const name = begins.exec(text)?.groups?.["name"];
    if (name !== undefined && (ends === undefined || text.includes(ends))) return unescapeXml(name);
  }
  return frontmatterName(text);
}

interface Mark {
  readonly begins: RegExp;
  /** What must come somewhere after it. */
  readonly ends?: string;
}

const MARKS: readonly Mark[] = [
  { begins: /^<skill>\n<name>(?<name>[^\n<]*)<\/name>\n<path>/, ends: "\n</skill>" },
  { begins: /^<skill (?:id="[^"\n]*" )?name="(?<name>[^"\n]*)"[^>\n]*>\n/, ends: "\n</skill>" },
  { begins: /^<skill_content name="(?<name>[^"\n]*)">\n/, ends: "\n</skill_content>" },
  { begins: /^<activated_skill name="(?<name>[^"\n]*)">\n/, ends: "\n</activated_skill>" },
  { begins: /^<loaded_skill>\n {2}<name>(?<name>[^\n<]*)<\/name>\n/, ends: "\n</loaded_skill>" },
  { begins: /^<command-name>(?<name>[^\n<]*)<\/command-name>\n/, ends: "\n</command-instructions>" },
  { begins: /^<skill_note name="(?<name>[^"\n]*)">\n/, ends: "\n</skill_note>" },
  { begins: /^<earlier_skill name="(?<name>[^"\n]*)"[^>\n]*>\n/, ends: "\n</earlier_skill>" },
  { begins: /^<(?<name>earlier_skills)>\n/, ends: "\n</earlier_skills>" },
  { begins: /^<(?<name>relevant_skills)>\n/, ends: "\n</relevant_skills>" },
  { begins: /^Base directory for this skill: (?:[^\n]*[/\\])?(?<name>[^\n/\\]*)\n/ },
  { begins: /^# Loaded Skill: (?<name>[^\n]*) \(skill\)\n/, ends: "\n## Content\n" },
  { begins: /^Skill: (?<name>[^\n]*)\n/, ends: "\n--- Skill Instructions ---\n" },
];

/** Characters of a file's head in which its name must come. */
const MAX_HEAD = 8192;

/** A file that is handed out whole: frontmatter with a name and a description, before anything else. */
function frontmatterName(text: string): string | undefined {
  if (!text.startsWith("---\n")) return undefined;
  const head = text.slice(4, MAX_HEAD);
  const end = head.indexOf("\n---");
  if (end === -1) return undefined;
  const header = head.slice(0, end);
  if (!/^description:/m.test(header)) return undefined;
  return /^name:[^\S\n]*(?<name>[^\n]*)/m.exec(header)?.groups?.["name"]?.replace(/^["']|["']$/g, "");
}

/** Every text in a message: `content`, `text`, `output`, `value`, in parts or not. */
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
