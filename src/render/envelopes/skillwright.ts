/**
 * Our own envelope. The body stands between two lines that it cannot contain, so that it needs no change to stay inside,
 * whatever it says; everything else is escaped.
 */
import type { Prepared, Resource } from "../../model/activation.ts";
import { boundaryOf } from "../boundary.ts";
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

function attribute(text: string): string {
  return escapeXml(oneLine(text));
}

function readOn({ skill, body, address, restAt }: Prepared): string {
  const offset = restAt ?? skill.bodyOffset + Buffer.byteLength(body);
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
