/** `install --from`: plans the skills of another tool's lock, as if the user had added each one. */
import { posix } from "node:path";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { OperationError, systemCode } from "../../model/errors.ts";
import { hideSecretsInPath } from "../../model/text/display/without-secrets.ts";
import type { InstallContext } from "../context.ts";
import { fetchSource } from "../fetch/fetch-source.ts";
import {
  chooseDirectories,
  type DirectoryChooser,
  type InstallLocation,
  type InstallState,
  readInstallState,
} from "../install-target.ts";
import type { FetchedSource } from "../source.ts";
import { type ImportedLock, importLock } from "./import-lock.ts";
import { type Plan, type PlannedSkill, planSkill } from "./plan.ts";

export interface ImportRequest {
  /** Absolute path of the other lock. */
  readonly path: string;
  readonly where: InstallLocation;
}

/** Reports and skips skills that are not available or do not match the other lock. */
export async function planImport({ path, where }: ImportRequest, context: InstallContext): Promise<Plan> {
  const skills: PlannedSkill[] = [];
  const diagnostics: Diagnostic[] = [];
  const chooseDirectory = chooseDirectories(where, context.statePaths, context.files);
  const using = { base: posix.dirname(path), chooseDirectory, known: readInstallState(context), fetched: new Map() };
  for (const imported of await importLock(path, readForeignLock(path, context))) {
    try {
      skills.push(await planOne(imported, using, context));
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      const { code, message, hint } = error;
      diagnostics.push({
        code,
        severity: "error",
        message: `\`${imported.name}\` is left out: ${message}`,
        ...(hint ? { help: hint } : {}),
      });
    }
  }
  return { skills, diagnostics };
}

interface Using {
  readonly base: string;
  readonly chooseDirectory: DirectoryChooser;
  readonly known: InstallState;
  /** Results by source text, so that each source is fetched once. */
  readonly fetched: Map<string, FetchedSource>;
}

async function planOne(
  imported: ImportedLock,
  { base, chooseDirectory, known, fetched }: Using,
  context: InstallContext,
): Promise<PlannedSkill> {
  const { name, matches } = imported;
  // A path in the other lock is relative to that lock.
  const source = imported.source.replace(/^(npm:)?(\.{1,2}(?:$|\/.*))/s, (_, scheme = "", path: string) => {
    return scheme + posix.resolve(base, path);
  });
  if (!context.offline) await context.hosts.permit(source);
  const { skills } = fetched.get(source) ?? (await fetchSource(source, context));
  fetched.set(source, { skills, diagnostics: [] });
  const found = skills.find((each) => each.name === name) ?? (skills.length === 1 ? skills[0] : undefined);
  if (found === undefined)
    throw new OperationError("SK665", `\`${source}\` has no such skill`, {
      hint: "add the skill from its present source",
    });
  if (matches !== undefined && !matches(found.bundle))
    throw new OperationError("SK661", `\`${source}\` no longer has the locked version`, {
      hint: "to review the present version, run `skillwright add` with the same source",
    });
  const target = chooseDirectory(name, found.origin.plugin);
  return planSkill({ ...found, name, target }, known, context);
}

const MAX_BYTES = 16 * 1024 * 1024;

function readForeignLock(path: string, { files }: InstallContext): string {
  try {
    return Buffer.from(files.readFile(path, MAX_BYTES)).toString("utf8");
  } catch (error) {
    if (systemCode(error) === "") throw error;
    const shown = hideSecretsInPath(path);
    throw new OperationError("SK504", `\`${shown}\` cannot be read (${systemCode(error)})`, { hint: "check the path" });
  }
}
