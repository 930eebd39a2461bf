/** Reads a settings file, and edits it atomically while other processes may change it. */
import { OperationError } from "../../model/errors.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { isMissing, readProblem } from "../../platform/files/read-text.ts";
import { changeFiles } from "../../platform/writing/change-files.ts";

export interface SwitchEdit {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Edits a settings file. Once the file is locked, `edit` is called again with the current text. If the edit changes
 * nothing, nothing is written.
 */
export async function editSettings(path: string, edit: (text: string) => Promise<string>): Promise<SwitchEdit> {
  const text = readEditedText(path);
  if ((await edit(text)) === text) return { path, before: text, after: text };
  return changeFiles([path], async (files) => {
    const before = readEditedText(path);
    const after = await edit(before);
    if (after !== before) files.write(path, after);
    return { path, before, after };
  });
}

const MAX_CONFIG_BYTES = 1_000_000;

/** Returns the text of a file; "" if the file does not exist. Throws SK030 if the file cannot be read. */
export function readEditedText(path: string): string {
  try {
    return Buffer.from(nodeFiles.readFile(path, MAX_CONFIG_BYTES)).toString("utf8");
  } catch (error) {
    if (isMissing(error)) return "";
    throw new OperationError("SK030", `\`${path}\` cannot be read (${readProblem(error)})`, {
      hint: "the file must be a readable regular file of at most 1,000,000 bytes",
      cause: error,
    });
  }
}
