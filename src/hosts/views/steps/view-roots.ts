/** A profile and a machine in, the directories that the host searches there out. */
import type { HostProfile, RootTemplate } from "../../../model/host-profile.ts";
import type { Files } from "../../../platform/files/files.ts";
import { findProjectRoot } from "../../roots/resolve-roots.ts";
import { expandTemplates } from "../../roots/templates.ts";
import type { Machine, ViewRoot } from "../host-view.ts";

/** The directories that a host searches from here, in its order, existing or not. */
export function viewRoots(profile: HostProfile, machine: Machine): ViewRoot[] {
  const { environment, files, cwd, extra, added } = machine;
  const projectRoot =
    profile.projectMarkers.length > 0 ? findProjectRoot(cwd, profile.projectMarkers, files, environment) : cwd;
  const own = expandTemplates(profile, { environment, files, cwd, projectRoot, added }).map(
    ({ template, path, label, namespace }) => viewRoot(template, path, label, namespace, profile, files),
  );
  const named = extra.map((path) => viewRoot({ scope: "extra", path }, path, path, "", profile, files));
  return uniqueRoots([...named, ...own]);
}

export function viewRoot(
  template: RootTemplate,
  path: string,
  label: string,
  namespace: string,
  { walk: rule }: HostProfile,
  files: Files,
): ViewRoot {
  return {
    path,
    label,
    namespace,
    scope: template.scope,
    kind: template.kind ?? "skills",
    exists: files.exists(path),
    walk: template.walk ? { ...rule, ...template.walk } : rule,
    template,
  };
}

/** A directory that two templates name is searched once, where it comes first; and the user's own is never the project's. */
function uniqueRoots(roots: readonly ViewRoot[]): ViewRoot[] {
  const users = new Set(roots.filter((root) => root.scope === "user").map((root) => root.path));
  const seen = new Set<string>();
  return roots.filter((root) => {
    if (seen.has(root.path) || (root.scope === "repo" && users.has(root.path))) return false;
    seen.add(root.path);
    return true;
  });
}
