/** Returns the directories that a host searches on a machine. */
import type { HostProfile, RootTemplate } from "../../../model/host-profile.ts";
import type { Files } from "../../../platform/files/files.ts";
import { findProjectRoot, uniqueRoots } from "../../roots/resolve-roots.ts";
import { type ExpandedRoot, expandTemplates } from "../../roots/templates.ts";
import type { Machine, SettingsFile, ViewRoot } from "../host-view.ts";

/** Returns the host's directories in its order, existing or not. */
export function viewRoots(profile: HostProfile, machine: Machine): ViewRoot[] {
  const { environment, files, cwd, extra, added } = machine;
  const { projectMarkers, repository } = profile;
  const projectRoot =
    projectMarkers.length > 0 ? findProjectRoot(cwd, projectMarkers, files, environment, repository) : cwd;
  const own = expandTemplates(profile, { environment, files, cwd, projectRoot, added }).map(({ template, ...place }) =>
    viewRoot(template, place, profile, files),
  );
  const named = extra.map((path) =>
    viewRoot(
      { scope: "extra", path },
      { path, label: path, namespace: "", namedBy: "caller", namedIn: path },
      profile,
      files,
    ),
  );
  return uniqueRoots([...named, ...own]);
}

export function viewRoot(
  template: RootTemplate,
  place: Omit<ExpandedRoot, "template">,
  { walk: rule }: HostProfile,
  files: Files,
): ViewRoot {
  return {
    ...place,
    scope: template.scope,
    kind: template.kind ?? "skills",
    exists: files.exists(place.path),
    walk: template.walk ? { ...rule, ...template.walk } : rule,
    template,
  };
}

/** Returns a root that a host's settings name. If the project's settings name it, the root belongs to the project. */
export function settingsRoot(
  template: RootTemplate,
  path: string,
  { path: namedFrom, namedBy, namedIn }: SettingsFile,
  profile: HostProfile,
  files: Files,
): ViewRoot {
  const scope = namedBy === "project" ? "repo" : template.scope;
  const place = { path, label: path, namespace: "", namedBy, namedIn };
  return { ...viewRoot({ ...template, scope }, place, profile, files), namedFrom };
}
