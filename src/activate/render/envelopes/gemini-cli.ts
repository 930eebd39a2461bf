import type { Prepared } from "../../../model/conversation/activation.ts";
import { cutNote } from "../cut-note.ts";
import { escapeXml, oneLine } from "../escape.ts";
import { escapeClosingTags } from "../escape-closing-tags.ts";

const TAGS = ["activated_skill", "instructions", "available_resources"];
/** Maximum files and directories in the tree. */
const MAX_ITEMS = 200;

export function geminiCliEnvelope(prepared: Prepared): string {
  const inside = escapeClosingTags(prepared.body.trim(), TAGS) + escapeXml(cutNote(prepared));
  return [
    `<activated_skill name="${escapeXml(oneLine(prepared.skill.name))}">`,
    "  <instructions>",
    `    ${inside}`,
    "  </instructions>",
    "",
    "  <available_resources>",
    `    At most ${MAX_ITEMS} files and directories:`,
    "",
    `${escapeXml(oneLine(prepared.directory))}/`,
    ...treeOf(prepared),
    "  </available_resources>",
    "</activated_skill>",
  ].join("\n");
}

interface Folder {
  readonly files: string[];
  readonly folders: Map<string, Folder>;
}

function treeOf({ resources, moreResources }: Prepared): string[] {
  const top: Folder = { files: ["SKILL.md"], folders: new Map() };
  for (const { path } of resources.slice(0, MAX_ITEMS)) place(top, path.split("/"));
  return linesOf(top, "", moreResources > 0 || resources.length > MAX_ITEMS ? ["..."] : []);
}

function place(folder: Folder, path: readonly string[]): void {
  const [first = "", ...rest] = path;
  if (rest.length === 0) {
    folder.files.push(first);
    return;
  }
  const next = folder.folders.get(first) ?? { files: [], folders: new Map<string, Folder>() };
  folder.folders.set(first, next);
  place(next, rest);
}

/** Lists files before directories, each group sorted by name, with the branch lines of the tree. */
function linesOf({ files, folders }: Folder, indent: string, more: readonly string[] = []): string[] {
  const lines: string[] = [];
  let left = files.length + more.length + folders.size;
  const branch = (): string => (--left === 0 ? "└───" : "├───");
  for (const file of [...files.sort(COLLATOR.compare), ...more])
    lines.push(`${indent}${branch()}${escapeXml(oneLine(file))}`);
  for (const [name, folder] of [...folders].sort(([one], [other]) => COLLATOR.compare(one, other))) {
    lines.push(`${indent}${branch()}${escapeXml(oneLine(name))}/`);
    lines.push(...linesOf(folder, indent + (left === 0 ? "    " : "│   ")));
  }
  return lines;
}

const COLLATOR = new Intl.Collator("en");
