/**
 * Our own envelope. The body stands between two lines that it cannot contain, so that it needs no change to stay inside,
 * whatever it says; everything else is escaped.
 */
import { createHash } from "node:crypto";
import type { Prepared, Resource } from "../../model/activation.ts";
import { cutNote } from "../cut-note.ts";
import { escapeXml, oneLine } from "../escape.ts";

export function skillwright(prepared: Prepared): string {
  const { address, directory, body } = prepared;
  const line = `=== ${boundaryOf(body)} ===`;
  return [
    `<skill name="${attribute(address)}" directory="${attribute(directory)}">`,
    "The skill is what stands between the two lines of equal signs; its paths are relative to the directory.",
    line,
    body,
    line,
    ...(prepared.cutFrom === undefined ? [] : [cutNote(prepared, readOn(prepared)).trim()]),
    ...resourceLines(prepared),
    "</skill>",
  ].join("\n");
}

/** [W3] Sixteen characters of the body's hash, of the hash of that, and so on, until the body does not contain it. */
export function boundaryOf(body: string): string {
  let boundary = digest(body);
  while (body.includes(boundary)) boundary = digest(boundary);
  return boundary;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

function attribute(text: string): string {
  return escapeXml(oneLine(text));
}

function readOn({ skill, body, address }: Prepared): string {
  const offset = skill.bodyOffset + Buffer.byteLength(body);
  return `\`skill_resource\` with name \`${oneLine(address)}\`, path \`SKILL.md\` and offset ${offset} reads on`;
}

function resourceLines({ resources, moreResources }: Prepared): string[] {
  if (resources.length === 0) return [];
  return [
    "Files of the skill; `skill_resource` reads them:",
    ...resources.map(resourceLine),
    ...(moreResources > 0 ? [`- and ${moreResources} more`] : []),
  ];
}

function resourceLine({ path, bytes }: Resource): string {
  return `- ${attribute(path)} (${bytes} bytes)`;
}
