import type { Code } from "../../model/diagnostics/catalogue.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import type { Files } from "./files.ts";
import { nodeFiles } from "./node-files.ts";
import { addNotice, isMissing, readProblem, unreadableFile } from "./read-text.ts";

/** Returns the text; undefined if the file is missing or cannot be read. Reports an unreadable file with the consequence. */
export function readTextOrReport(
  path: string,
  maxBytes: number,
  consequence: string,
  files: Pick<Files, "readFile"> = nodeFiles,
): string | undefined {
  try {
    return Buffer.from(files.readFile(path, maxBytes)).toString("utf8");
  } catch (error) {
    if (!isMissing(error)) {
      const { code, hint = "" } = unreadableFile(path, error);
      const message = `${consequence}: ${readProblem(error)}: \`${path}\``;
      addNotice({ ...diagnostic(code as Code, { path, message, help: hint }), severity: "warning" });
    }
    return undefined;
  }
}
