/** Skills of a git repository: `owner/repo`, `owner/repo/directory#ref`, or any URL that git takes. */
import { posix } from "node:path";
import { OperationError } from "../../model/errors.ts";
import { offeredSkills } from "../offered-skills.ts";
import type { Source, SourceContext } from "../source.ts";
import { throwIfStopped, type WithTree } from "../tree.ts";
import { isGitText, parseGitAddress, shortPlace } from "./git-address.ts";
import { withRepository } from "./git-repository.ts";
import { pluginPlaces } from "./manifests.ts";

export const git: Source = {
  kind: "git",
  recognises: isGitText,
  fetch: (text, context) =>
    withGit(text, context, async (tree) => offeredSkills(tree, await pluginPlaces(tree), context)),
};

/** [I27] Whoever means a directory must not get a stranger's repository of that name. */
function refuseAmbiguous(text: string, { environment, files }: SourceContext): void {
  const place = shortPlace(text);
  if (place === undefined || !files.exists(posix.resolve(environment.cwd, place))) return;
  throw new OperationError("SK603", `\`${place}\` is a directory here, and would be a repository too`, {
    hint: `write \`./${place}\` for the directory, or the whole address of the repository`,
  });
}

/** [I29] */
export const withGit: WithTree = async (text, context, use) => {
  refuseAmbiguous(text, context);
  const address = parseGitAddress(text, context.gitHost);
  throwIfStopped(context);
  return withRepository(address, context, async (repository) => {
    const entries = await repository.list();
    let resolved: string | undefined;
    return use({
      name: address.directory.slice(address.directory.lastIndexOf("/") + 1) || address.name,
      namedBySkill: address.directory === "",
      entries,
      async read(wanted) {
        const ids = [...new Set(wanted.map(({ id }) => id as string))];
        const bytes = wanted.reduce((total, { size }) => total + size, 0);
        const { commit, objects } = await repository.read(ids, bytes);
        resolved = commit;
        return wanted.map(({ id }) => objects.get(id as string) as Uint8Array);
      },
      async origin() {
        resolved ??= (await repository.read([], 0)).commit;
        return { kind: "git", source: address.source, resolved };
      },
    });
  });
};
