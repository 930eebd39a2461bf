/** `approve --forget`: withdraws the user's approval of a directory. It changes no file of a skill. */
import { posix } from "node:path";
import { OperationError } from "../../model/errors.ts";
import { baseName } from "../../model/text/text.ts";
import type { InstallContext } from "../context.ts";
import { type InstallState, readInstallState, targetAt } from "../install-target.ts";
import { findInstalled } from "../installed.ts";
import { commitInstallation } from "../journal/commit-installation.ts";
import type { RemoveOptions } from "./remove.ts";

export interface Forgotten {
  readonly name: string;
  readonly directory: string;
}

/**
 * Finds approvals by name, by directory, or by any name of an installed skill. Approvals of removed directories are
 * included.
 */
export async function forgetApprovals(
  names: readonly string[],
  { dryRun = false }: RemoveOptions,
  context: InstallContext,
): Promise<Forgotten[]> {
  const known = readInstallState(context);
  const forgotten = names.map((name) => ({ name, directory: approvedDirectory(name, known, context) }));
  if (!dryRun)
    await commitInstallation(
      forgotten.map(({ directory }) => ({
        directory,
        lock: targetAt(directory, context.statePaths, context.files).lock,
        approved: null,
      })),
      context.statePaths,
      context.onStep ? { onStep: context.onStep } : {},
    );
  return forgotten;
}

function approvedDirectory(name: string, { approvals }: InstallState, context: InstallContext): string {
  const { cwd, home } = context.environment;
  const path = posix.resolve(cwd, name.replace(/^~(?=\/)/, home));
  if (approvals.has(path)) return path;
  const called = [...approvals.keys()].filter((directory) => baseName(directory) === name);
  const [only, ...more] = called;
  if (only !== undefined && more.length === 0) return only;
  if (only === undefined) return installedDirectory(name, approvals, context);
  throw new OperationError("SK666", `several approved skills are called \`${name}\``, {
    hint: `name its directory: ${called.map((each) => `\`${each}\``).join(", ")}`,
  });
}

function installedDirectory(name: string, approvals: InstallState["approvals"], context: InstallContext): string {
  const directory = findInstalled([name], context)[0]?.target.directory ?? "";
  if (approvals.has(directory)) return directory;
  throw new OperationError("SK666", `you have not approved \`${name}\``, {
    hint: "`skillwright verify` lists the approved skills",
  });
}
