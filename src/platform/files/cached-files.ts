import { systemCode } from "../../model/errors.ts";
import type { Files } from "./files.ts";

/**
 * Returns files that cache every result of a file system, including errors, so that many profiles are computed on one
 * state of the machine. Discard the cache after the computation.
 */
export function cachedFiles(files: Files): Files {
  return {
    ...files,
    readDirectory: once((path) => files.readDirectory(path)),
    lstat: once((path) => files.lstat(path)),
    stat: once((path) => files.stat(path)),
    realPath: once((path) => files.realPath(path)),
    exists: once((path) => files.exists(path)),
    isExecutable: once((path) => files.isExecutable(path)),
  };
}

type Answer<T> = { readonly value: T } | { readonly error: unknown };

function once<T>(ask: (path: string) => T): (path: string) => T {
  const answers = new Map<string, Answer<T>>();
  return (path) => {
    let answer = answers.get(path);
    if (answer === undefined) {
      answer = attempt(() => ask(path));
      answers.set(path, answer);
    }
    if ("error" in answer) throw answer.error;
    return answer.value;
  };
}

function attempt<T>(ask: () => T): Answer<T> {
  try {
    return { value: ask() };
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return { error };
  }
}
