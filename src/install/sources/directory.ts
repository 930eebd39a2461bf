/** Skills of a directory on this machine: every SKILL.md below it, read once. */
import { posix } from "node:path";
import { OperationError, systemCode } from "../../model/errors.ts";
import { baseName } from "../../model/text.ts";
import { readDirectoryBundle } from "../read-directory.ts";
import type { Source, SourceContext } from "../source.ts";
import { splitSkills } from "../split-skills.ts";

export const directory: Source = {
  kind: "directory",
  recognises: (text) => /^(?:\.{1,2}$|\.{0,2}\/|~\/)/.test(text),
  async fetch(text, context) {
    const root = resolvePlace(text, context);
    const read = readDirectoryBundle(root, context.files, context.limits);
    const split = "bundle" in read ? splitSkills(read.bundle, context.limits) : read;
    if ("refused" in split) return { skills: [], diagnostics: split.refused };
    const skills = split.parts.map(({ path, bundle }) => ({
      name: baseName(path) || baseName(root),
      bundle,
      origin: { kind: "directory" as const, source: root, path },
    }));
    return { skills, diagnostics: [] };
  },
};

function resolvePlace(text: string, { environment, files }: SourceContext): string {
  const path = text.startsWith("~/") ? environment.home + text.slice(1) : posix.resolve(environment.cwd, text);
  try {
    const real = files.realPath(path);
    if (files.stat(real).kind === "directory") return real;
  } catch (error) {
    if (systemCode(error) === "") throw error;
  }
  throw new OperationError("SK665", `there is no directory \`${path}\``, { hint: "check the path" });
}
