import { systemCode } from "../../model/errors.ts";
import type { Files } from "../../platform/files/files.ts";

/** What stands in these directories, with what changes when one of their files does. What is not there has nothing in it. */
export function printDirectories(paths: readonly string[], files: Files): string {
  return JSON.stringify(paths.map((path) => [path, filesIn(path, files).map((file) => [file, files.stamp(file)])]));
}

function filesIn(directory: string, files: Files): string[] {
  try {
    return files.readDirectory(directory).files.map((name) => `${directory}/${name}`);
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return [];
  }
}
