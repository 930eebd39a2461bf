/**
 * Fetches skills of plugins and marketplaces: `plugin:` before a directory, repository or package, or a manifest's
 * path.
 */

import { OperationError } from "../../../model/errors.ts";
import { isSkillFile } from "../../../model/skills/skill.ts";
import { isInside } from "../../../model/text/is-inside.ts";
import { parentPath } from "../../../model/text/text.ts";
import { type FetchedSource, type Source, type SourceContext, showSource } from "../../source.ts";
import { type CollectRequest, collectSkills } from "../collect-skills.ts";
import { treeSkillDirectories } from "../find-skills.ts";
import { git, withGitTree } from "../git/git.ts";
import { npm, withPackageTree } from "../npm/npm.ts";
import type { Tree, WithTree } from "../tree.ts";
import { directory, withDirectoryTree } from "./directory.ts";
import { MANIFEST_FILES, type Plugin, readPlugins, tooManyEntriesFinding } from "./manifests.ts";

export const plugin: Source = {
  kind: "plugin",
  recognises: (text) => text.startsWith("plugin:") || (directory.recognises(text) && manifestOf(text) !== undefined),
  async fetch(text, context) {
    const skillPath = text.startsWith("plugin:") ? text.slice("plugin:".length) : text;
    const manifest = manifestOf(skillPath);
    const base = manifest === undefined ? skillPath : skillPath.slice(0, -manifest.length) || ".";
    const { skills, diagnostics } = await openerOf(base)(base, context, (tree) => pluginSkills(tree, context));
    const renamed = skills.map(({ origin, ...skill }) => {
      return { ...skill, origin: { ...origin, kind: "plugin" as const, source: `plugin:${origin.source}` } };
    });
    return { skills: renamed, diagnostics };
  },
};

/** Returns the part of a path after the plugin's directory, if the path names a manifest. */
function manifestOf(text: string): string | undefined {
  const path = text.replaceAll("\\", "/");
  return MANIFEST_FILES.find((file) => path === file || path.endsWith(`/${file}`));
}

function openerOf(text: string): WithTree {
  if (directory.recognises(text)) return withDirectoryTree;
  if (npm.recognises(text)) return withPackageTree;
  if (git.recognises(text)) return withGitTree;
  throw new OperationError("SK603", `\`${showSource(text)}\` is not a source of plugins`, {
    hint: "write `plugin:` before a directory, a repository or `npm:NAME`",
  });
}

async function pluginSkills(tree: Tree, context: SourceContext): Promise<FetchedSource> {
  const plugins = await readPlugins(tree);
  if (plugins.value.length === 0 && plugins.diagnostics.length === 0)
    throw new OperationError("SK602", "there is no manifest of a plugin or a marketplace", {
      hint: `add one of ${MANIFEST_FILES.map((file) => `\`${file}\``).join(", ")} (the last with the \`$schema\` of Agent Plugins), or leave \`plugin:\` out`,
    });
  const skillPaths = plugins.value.flatMap(({ skillPaths: all, ...rest }) =>
    all.map((skillPath) => ({ ...rest, skillPath })),
  );
  const limit = tooManyEntriesFinding(skillPaths.length, MAX_SKILL_PATHS, "skill directories");
  const wanted = wantedOf(skillPaths.slice(0, MAX_SKILL_PATHS), tree);
  const { skills, diagnostics } = await collectSkills(tree, wanted, context);
  return { skills, diagnostics: [...plugins.diagnostics, ...limit, ...diagnostics] };
}

// Maximum skill directories. A marketplace of a thousand plugins needs fewer.
const MAX_SKILL_PATHS = 2000;

type PluginSkillPath = Omit<Plugin, "skillPaths"> & { readonly skillPath: string };

function wantedOf(skillPaths: readonly PluginSkillPath[], tree: Tree): CollectRequest[] {
  const heads = tree.entries.filter(({ path }) => isSkillFile(path));
  const wanted = skillPaths.flatMap(({ name, skillPath, flat }) => {
    const found = treeSkillDirectories(heads.filter(({ path }) => isInside(path, skillPath)));
    return found.filter((path) => !flat || parentPath(path) === skillPath).map((path) => ({ path, plugin: name }));
  });
  return [...new Map(wanted.map((each) => [`${each.plugin}:${each.path}`, each])).values()];
}
