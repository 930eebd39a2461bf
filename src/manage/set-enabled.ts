/**
 * Lets a skill in or leaves it out by editing `enable` and `disable` of a configuration file. The rest of the file, its
 * comments and its order stay as they are, and nothing is written when nothing changes.
 */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { OperationError, systemCode } from "../model/errors.ts";
import { writeFileAtomically } from "../platform/write-file.ts";

export interface SwitchEdit {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** With `within`, a file that a link leads to outside of that directory is left alone: a project must not choose it. */
export async function setEnabled(
  pattern: string,
  enabled: boolean,
  path: string,
  within?: string,
): Promise<SwitchEdit> {
  if (within !== undefined && existsSync(path) && realpathSync(path) !== path) {
    throw new OperationError("SK601", `\`${path}\` is reached through a link, so it is left alone`, {
      hint: `put a real file into \`${within}\``,
    });
  }
  const before = readText(path);
  const after = await edit(before, pattern, enabled, path);
  if (after !== before) writeFileAtomically(path, after);
  return { path, before, after };
}

/** What is not there is empty. */
export function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return "";
    throw new OperationError("SK030", `\`${path}\` cannot be read`, { hint: "check its permissions", cause: error });
  }
}

async function edit(text: string, pattern: string, enabled: boolean, path: string): Promise<string> {
  const { parseDocument, isMap, isSeq } = await import("yaml");
  const document = parseDocument(text);
  if (document.errors.length > 0 || (document.contents !== null && !isMap(document.contents))) {
    throw new OperationError("SK030", `\`${path}\` is not valid YAML, so it is left alone`, {
      hint: "correct it first",
    });
  }
  const list = (key: string): string[] => {
    const node = document.get(key);
    return isSeq(node) ? node.items.map(String) : typeof node === "string" ? [node] : [];
  };
  const disable = list("disable").filter((each) => each !== pattern);
  const enable = list("enable").filter((each) => each !== pattern);
  // Off the one list is enough to let a skill in, unless something else here or in another file still leaves it out.
  if (!enabled) disable.push(pattern);
  else if (!list("disable").includes(pattern) || disable.some((each) => /[*?]/.test(each))) enable.push(pattern);
  const wanted: readonly (readonly [string, string[]])[] = [
    ["disable", disable],
    ["enable", enable],
  ];
  for (const [key, items] of wanted) {
    if (JSON.stringify(items) === JSON.stringify(list(key))) continue;
    const node = document.get(key);
    if (items.length === 0) document.delete(key);
    else if (isSeq(node)) {
      node.items = node.items.filter((item) => items.includes(String(item)));
      for (const item of items)
        if (!node.items.some((each) => String(each) === item)) node.add(document.createNode(item));
    } else document.set(key, document.createNode(items));
  }
  if (!isMap(document.contents) || document.contents.items.length > 0)
    return document.contents === null ? text : document.toString({ lineWidth: 0 });
  return document.toString({ lineWidth: 0 }).replace(/^\{\}\n?/m, "");
}
