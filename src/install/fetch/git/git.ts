/** Fetches skills of a git repository: `owner/repo`, `owner/repo/directory#ref`, or any URL that git accepts. */

import { posix } from "node:path";
import { OperationError, throwIfStopped } from "../../../model/errors.ts";
import { baseName } from "../../../model/text/text.ts";
import type { Source, SourceContext } from "../../source.ts";
import { fetchOffered } from "../collect-skills.ts";
import { nearestListedDirectory, treeSkillDirectories } from "../find-skills.ts";
import { pluginSkillPaths } from "../local/manifests.ts";
import type { TreeEntry, WithTree } from "../tree.ts";
import { isGitText, ownerAndRepo, parseGitAddress } from "./git-address.ts";
import { withRepository } from "./git-repository.ts";

export const git: Source = {
  kind: "git",
  recognises: isGitText,
  fetch: (text, context) =>
    withGitTree(text, context, async (tree) => fetchOffered(tree, await pluginSkillPaths(tree), context)),
};

/** Rejects a text that is also a local directory, so that the user does not get a stranger's repository by mistake. */
function refuseAmbiguous(text: string, { environment, files }: SourceContext): void {
  const place = ownerAndRepo(text);
  if (place === undefined || !files.exists(posix.resolve(environment.cwd, place))) return;
  throw new OperationError("SK603", `\`${place}\` is a directory here, and could also be a repository`, {
    hint: `write \`./${place}\` for the directory, or the full address of the repository`,
  });
}

export const withGitTree: WithTree = async (text, context, use) => {
  refuseAmbiguous(text, context);
  const address = parseGitAddress(text, context.gitHost);
  throwIfStopped(context.signal, "fetching");
  return withRepository(address, context, async (repository) => {
    const entries = await repository.list();
    const known = new Map<string, Uint8Array>();
    let resolved: string | undefined;
    return use({
      name: baseName(address.directory) || address.name,
      namedBySkill: address.directory === "",
      entries,
      async read(wanted) {
        const missing = wanted.filter(({ id }) => !known.has(id as string));
        if (missing.length > 0) {
          const asked = new Map([...missing, ...(known.size === 0 ? ahead(entries, context) : [])].map(idAndSize));
          const bytes = [...asked.values()].reduce((total, size) => total + size, 0);
          const { commit, objects } = await repository.read([...asked.keys()], bytes);
          resolved = commit;
          for (const [id, content] of objects) known.set(id, content);
        }
        return wanted.map(({ id }) => known.get(id as string) as Uint8Array);
      },
      async origin() {
        resolved ??= (await repository.read([], 0)).commit;
        return { kind: "git", source: address.source, resolved };
      },
    });
  });
};

function idAndSize({ id, size }: TreeEntry): [id: string, size: number] {
  return [id as string, size];
}

// Maximum bytes to read ahead. Reading ahead saves a second git call of about ten milliseconds. Larger sets of files
// are read on demand.
const MAX_AHEAD_BYTES = 16 * 1024 * 1024;

/** Returns the files to read ahead. Callers read the manifests first and the files of skills afterwards. */
function ahead(entries: readonly TreeEntry[], { limits }: SourceContext): readonly TreeEntry[] {
  const heads = new Set(treeSkillDirectories(entries));
  const likely = entries.filter(
    ({ path, kind, size }) =>
      kind === "file" && size <= limits.maxFileBytes && nearestListedDirectory(path, heads) !== undefined,
  );
  return likely.reduce((total, { size }) => total + size, 0) > MAX_AHEAD_BYTES ? [] : likely;
}
