/** A stranger's text in somebody else's format: it can neither close an element nor begin a line. */

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** For element text and attribute values alike. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

/** On one line: every run of white space is one space, and characters that nobody sees are gone. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").replace(UNSEEN, "").trim();
}

/** Controls, zero-width and bidirectional characters, fillers, variation selectors, tags. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\ufff9-\ufffb]/gu;
