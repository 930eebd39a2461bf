/**
 * Downloads one file as a program. The file must have the digest that the skill declares, and the user must approve the
 * download.
 */
import { OperationError } from "../../model/errors.ts";
import { changeFiles } from "../../platform/writing/change-files.ts";
import { moveTree, removeTree, writeTree } from "../../platform/writing/write-tree.ts";
import { sha256Digest } from "../fetch/web/web-request.ts";
import type { ExecutorContext, InstallResult, InstallSpec } from "./install-spec.ts";

const MAX_BYTES = 256 * 1024 * 1024;
const TIMEOUT_MS = 10 * 60_000;
const PROGRAM = /^[A-Za-z0-9_][A-Za-z0-9_.+-]{0,99}$/;

/** Saves each download in a directory named by its digest. */
export async function downloadProgram(
  spec: InstallSpec,
  context: ExecutorContext,
  approved: boolean,
): Promise<InstallResult> {
  const { id, package: url, bins, sha256: expected = "" } = spec;
  const refused = (reason: string): InstallResult => ({ status: "refused", id, code: "SK691", reason });
  const [program = "", ...more] = bins;
  if (!/^https:\/\//i.test(url) || !URL.canParse(url)) return refused("its address does not begin with `https:`");
  if (!/^[0-9a-f]{64}$/.test(expected)) return refused("it states no SHA-256 of the download");
  if (!PROGRAM.test(program) || more.length > 0) return refused("it does not name the program in the download");
  const directory = `${context.programs}/${expected}`;
  const said = ["download", new URL(url).href, `${directory}/${program}`];
  if (!approved) return { status: "planned", id, command: said };
  try {
    const { status, bytes } = await context.fetch(url, {
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      ...(context.signal ? { signal: context.signal } : {}),
    });
    if (status !== 200)
      return { status: "failed", id, code: "SK692", reason: `the server did not return it (${status})` };
    if (sha256Digest(bytes) !== `sha256:${expected}`)
      return { status: "failed", id, code: "SK605", reason: "the download does not match the digest in the skill" };
    await changeFiles([directory], () => writeProgram(directory, program, bytes));
    return { status: "installed", id, command: said };
  } catch (error) {
    if (error instanceof OperationError) return { status: "failed", id, code: error.code, reason: error.message };
    throw error;
  }
}

function writeProgram(directory: string, path: string, bytes: Uint8Array): void {
  const staging = `${directory}.${process.pid}.tmp`;
  removeTree(staging);
  writeTree(staging, [{ path, bytes, mode: 0o555 }]);
  removeTree(directory);
  moveTree(staging, directory);
}
