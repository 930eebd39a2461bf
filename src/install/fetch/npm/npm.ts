/** Fetches skills of npm packages: `npm:NAME@VERSION` from npm's registry, `npm:.` from a project's dependencies. */
import type { FetchedSource, Source, SourceContext } from "../../source.ts";
import { collectSkills } from "../collect-skills.ts";
import { listUsualDirectories, treeSkillDirectories } from "../find-skills.ts";
import { packageSkillPaths, parseManifest } from "../local/manifests.ts";
import { bundleTree, type WithTree } from "../tree.ts";
import { fetchDependencies } from "./fetch-dependencies.ts";
import { parsePackageName } from "./npm-name.ts";
import { fetchPackage } from "./npm-package.ts";

export const npm: Source = {
  kind: "npm",
  recognises: (text) => text.startsWith("npm:"),
  fetch: (text, context) =>
    /^npm:(?:\.{0,2}$|\.{0,2}\/)/.test(text) ? fetchDependencies(text, context) : fetchNamed(text, context),
};

async function fetchNamed(text: string, context: SourceContext): Promise<FetchedSource> {
  return withPackageTree(text, context, async (tree) => {
    const manifest = tree.entries.find(({ path }) => path === "package.json");
    const [bytes] = manifest ? await tree.read([manifest]) : [];
    const declared = packageSkillPaths(bytes && parseManifest(bytes), "package.json");
    const directories = listUsualDirectories(treeSkillDirectories(tree.entries), declared.value);
    const wanted = directories.map((path) => ({ path }));
    const { skills, diagnostics } = await collectSkills(tree, wanted, context);
    return { skills, diagnostics: [...declared.diagnostics, ...diagnostics] };
  });
}

/** Returns only diagnostics if the whole package is rejected. */
export const withPackageTree: WithTree = async (text, context, use) => {
  const asked = parsePackageName(text);
  const found = await fetchPackage(asked, context);
  if ("refused" in found) return { skills: [], diagnostics: found.refused };
  const { version, artifact, released, files } = found;
  const origin = { kind: "npm", source: text, resolved: version, artifact, ...(released && { released }) } as const;
  const tree = bundleTree(asked.name.slice(asked.name.indexOf("/") + 1), files, origin);
  const { skills, diagnostics } = await use(tree);
  return { skills, diagnostics: [...found.diagnostics, ...diagnostics] };
};
