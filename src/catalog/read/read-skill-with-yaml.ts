/**
 * Reads a file that the quick reader cannot parse. This module is loaded on demand, because it imports the YAML
 * library.
 */

import { parseCareful } from "../../format/parse/parse-careful.ts";
import { parseSidecars, type SidecarFile } from "../../format/parse/parse-sidecar.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { systemCode } from "../../model/errors.ts";
import type { Limits } from "../../model/limits.ts";
import { MAX_SIDECAR_BYTES, SIDECAR_FILES, type Sidecar, type Skill } from "../../model/skills/skill.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { baseName } from "../../model/text/text.ts";
import type { Files } from "../../platform/files/files.ts";
import type { FileProblem, FoundFile } from "../scan/found-file.ts";

export interface ReadSkill {
  readonly skill: Skill | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads and parses a skill file. `sidecarFiles` are the host's sidecar files, highest precedence first. */
export function readSkillWithYaml(
  found: FoundFile,
  files: Files,
  limits: Limits,
  sidecarFiles: readonly string[] = SIDECAR_FILES,
): ReadSkill {
  const { path, problem } = found;
  const hopeless = problem === undefined ? undefined : HOPELESS[problem]?.(path, limits, files);
  if (hopeless) return failed(hopeless);
  let bytes: Uint8Array;
  try {
    bytes = files.readFile(path, limits.maxSkillBytes);
  } catch (error) {
    return failed(unreadable(path, systemCode(error), error, limits));
  }
  const sidecars = found.sidecars ? readSidecars(found.directory, files, sidecarFiles) : undefined;
  const parsed = parseCareful(found, bytes, limits.maxFrontmatterBytes, sidecars?.sidecar);
  const diagnostics = [...parsed.diagnostics, ...(sidecars?.diagnostics ?? [])];
  if (problem === "case") diagnostics.unshift(wrongCase(path));
  return {
    skill: parsed.skill,
    diagnostics: parsed.skill ? diagnostics : diagnostics.map((each) => concealed(each, found)),
  };
}

/**
 * Removes the lines of the file from a diagnostic if a symlink leads out of the root. Such a symlink may lead to a
 * secret file.
 */
function concealed(finding: Diagnostic, { realPath, root }: FoundFile): Diagnostic {
  if (finding.at === undefined || realPath === undefined || isInside(realPath, root.path)) return finding;
  return { ...finding, at: { ...finding.at, text: "" } };
}

/** The problems for which a file is not read at all. For each problem, a function makes the diagnostic. */
const HOPELESS: Partial<Record<FileProblem, (path: string, limits: Limits, files: Files) => Diagnostic>> = {
  special: (path, _limits, files) =>
    diagnostic("SK005", {
      path,
      message: `it is ${whatIsAt(path, files)}, not a regular file`,
      help: "put a text file called `SKILL.md` there",
    }),
  "too-large": tooLarge,
  "broken-link": (path) =>
    diagnostic("SK015", {
      path,
      message: "the link leads nowhere",
      help: "remove the link or restore what it pointed to",
    }),
  "link-loop": (path) => diagnostic("SK016", { path, message: "the link leads to itself", help: "remove the link" }),
  "not-followed": (path) =>
    diagnostic("SK018", { path, message: "links are not followed in this scope", help: "replace it by a real file" }),
};

function whatIsAt(path: string, files: Files): string {
  try {
    return files.stat(path).kind === "directory" ? "a directory" : "a pipe, a socket or a device";
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return "something else";
  }
}

function failed(finding: Diagnostic): ReadSkill {
  return { skill: undefined, diagnostics: [finding] };
}

function tooLarge(path: string, { maxSkillBytes }: Limits): Diagnostic {
  return diagnostic("SK006", {
    path,
    message: `the file is larger than ${maxSkillBytes} bytes (\`limits.max_skill_bytes\`)`,
    help: "move text into `references/`, or raise the limit in the configuration",
  });
}

function unreadable(path: string, code: string, error: unknown, limits: Limits): Diagnostic {
  if (code === "") throw error;
  if (code === "EFBIG") return tooLarge(path, limits);
  return diagnostic("SK004", {
    path,
    message: `the file cannot be read (${code})`,
    help: code === "EACCES" ? `make it readable: \`chmod u+r ${path}\`` : "check the file",
  });
}

function wrongCase(path: string): Diagnostic {
  const name = baseName(path);
  return diagnostic("SK014", {
    path,
    message: `the file is called \`${name}\``,
    help: "rename the file to `SKILL.md`, because most hosts see no other name",
    rename: "SKILL.md",
  });
}

function readSidecars(
  directory: string,
  files: Files,
  names: readonly string[],
): { sidecar: Sidecar | undefined; diagnostics: Diagnostic[] } {
  const found: SidecarFile[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const name of names) {
    const path = `${directory}/${name}`;
    try {
      // Symlinks are not followed, because a diagnostic could then show lines of any private file.
      if (files.lstat(path).kind !== "file") {
        diagnostics.push(
          diagnostic("SK040", {
            path,
            message: "it is not a regular file; it is ignored",
            help: "replace it by a real file",
          }),
        );
        continue;
      }
      found.push({ path, text: Buffer.from(files.readFile(path, MAX_SIDECAR_BYTES)).toString("utf8") });
    } catch (error) {
      const code = systemCode(error);
      if (code === "") throw error;
      if (code !== "ENOENT")
        diagnostics.push(
          diagnostic("SK040", {
            path,
            message: `the file cannot be read (${code}); it is ignored`,
            help: "check the file and its permissions",
          }),
        );
    }
  }
  if (found.length === 0) return { sidecar: undefined, diagnostics };
  const parsed = parseSidecars(found);
  return { sidecar: parsed.sidecar, diagnostics: [...diagnostics, ...parsed.diagnostics] };
}
