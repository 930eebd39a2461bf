/** Whether answers are still what the disk says, where there is a hint that they might not be, or no hints at all. */
import { isDeepStrictEqual } from "node:util";
import type { Files, Stamp } from "../../platform/files/files.ts";
import { type Answers, answerOrFailure, contentStamp, Failure, type PathNode } from "./path-tree.ts";

/** What was answered about a directory's entries. */
export function sameEntries({ path, answers }: Pick<PathNode, "path" | "answers">, files: Files): boolean {
  return (
    same(answers.listing, () => files.readDirectory(path)) &&
    same(answers.stat, () => files.stat(path)) &&
    sameLinks(answers.links, path, files)
  );
}

/** Puts what the disk says now about a directory's entries in the place of other answers, and says whether there were any. */
export function refreshEntries(node: PathNode, files: Files): boolean {
  const { path, answers } = node;
  const { listing, ...others } = answers;
  const now = listing === undefined ? undefined : answerOrFailure(() => files.readDirectory(path));
  if (isDeepStrictEqual(listing, now) && sameEntries({ path, answers: others }, files)) return false;
  node.answers = now === undefined ? {} : { listing: now };
  node.version++;
  return true;
}

/** Everything that was answered about a path. */
export function isCurrent(node: PathNode, files: Files): boolean {
  const { path, answers, read } = node;
  return (
    sameEntries(node, files) &&
    same(answers.lstat, () => files.lstat(path)) &&
    same(answers.realPath, () => files.realPath(path)) &&
    same(answers.exists, () => files.exists(path)) &&
    same(answers.isExecutable, () => files.isExecutable(path)) &&
    same(answers.stamp, () => files.stamp(path) ?? null) &&
    (read === undefined || sameContent(read, contentStamp(node, files)))
  );
}

/** Clocks of network mounts may only count seconds: a stamp that was young when the file was read proves nothing. */
const YOUNG_MS = 2_000;

function sameContent({ stamp, atMs }: NonNullable<PathNode["read"]>, now: Stamp | undefined): boolean {
  if (stamp === undefined || now === undefined) return stamp === now;
  return isDeepStrictEqual(stamp, now) && Math.max(stamp.mtimeMs, stamp.ctimeMs) + YOUNG_MS < atMs;
}

function sameLinks(answer: Answers["links"], path: string, files: Files): boolean {
  if (answer === undefined || answer instanceof Failure) return answer === undefined;
  return same(answer.count, () => files.linksOn(answer.device, path));
}

function same<T>(answer: T | Failure | undefined, ask: () => T): boolean {
  return answer === undefined || isDeepStrictEqual(answer, answerOrFailure(ask));
}
