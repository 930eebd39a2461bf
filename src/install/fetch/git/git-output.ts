/** What git prints → values. Git is ours, but the names and bytes in its output are a stranger's. */
import { OperationError } from "../../../model/errors.ts";
import type { TreeEntry } from "../tree.ts";

// No file system opens more. The rest is cut, and what is left is too long for a bundle anyhow.
const MAX_PATH = 4096;
const LINE = /^([0-7]{6}) (\w+) ([0-9a-f]{40,64}) +(\d+|-)\t/;

/** `ls-tree -r -l -z`, sorted as git sorts. */
export function parseTree(output: Uint8Array): TreeEntry[] {
  const buffer = Buffer.from(output.buffer, output.byteOffset, output.length);
  const entries: TreeEntry[] = [];
  for (let at = 0; at < buffer.length; ) {
    const end = buffer.indexOf(0, at);
    if (end === -1) throw garbled();
    const head = LINE.exec(buffer.toString("latin1", at, Math.min(end, at + 256)));
    if (!head) throw garbled();
    const [all, mode = "", , id = "", size = ""] = head;
    const start = at + all.length;
    const path = buffer.toString("utf8", start, Math.min(end, start + MAX_PATH));
    entries.push({ path, kind: kindOf(mode), executable: mode === "100755", size: Number(size) || 0, id });
    at = end + 1;
  }
  return entries;
}

function kindOf(mode: string): TreeEntry["kind"] {
  if (mode.startsWith("100")) return "file";
  if (mode === "120000") return "link";
  return mode === "160000" ? "repository" : "special";
}

const NEWLINE = 0x0a;

/** `cat-file --batch`: what each name led to, in order. */
export function parseObjects(output: Uint8Array, count: number): [id: string, bytes: Uint8Array][] {
  const objects: [string, Uint8Array][] = [];
  let at = 0;
  for (let index = 0; index < count; index++) {
    const line = output.indexOf(NEWLINE, at);
    const head = line === -1 ? null : /^([0-9a-f]{40,64}) \w+ (\d+)$/.exec(ascii(output.subarray(at, line)));
    if (!head) throw garbled();
    const end = line + 1 + Number(head[2]);
    if (output[end] !== NEWLINE) throw garbled();
    objects.push([head[1] as string, output.subarray(line + 1, end)]);
    at = end + 1;
  }
  return objects;
}

function ascii(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 256)).toString("latin1");
}

function garbled(): OperationError {
  return new OperationError("SK604", "git gave an answer that cannot be understood", {
    hint: "the repository lacks objects, or the program `git` is not git",
  });
}
