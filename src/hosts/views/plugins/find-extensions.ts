/**
 * Finds extensions. Each extension is one directory in the user's home. A file has rules that disable extensions for
 * some folders.
 */
import { isAbsolute } from "node:path";
import type { ExtensionStore } from "../../../model/host-plugins.ts";
import type { HostProfile } from "../../../model/host-profile.ts";
import { isMap, textsIn } from "../../../model/schema.ts";
import { expandPath, templateNamer } from "../../roots/templates.ts";
import { readSettings, settingAt } from "../habits/read-settings.ts";
import type { Machine, Remark, SettingsFile } from "../host-view.ts";
import { listDirectory } from "../steps/walked-directory.ts";
import type { HostPlugin } from "./plugin.ts";
import { readPluginManifest } from "./plugin-roots.ts";

const MAX_EXTENSIONS = 1000;

export function findExtensions(store: ExtensionStore, profile: HostProfile, machine: Machine): HostPlugin[] {
  const { environment, files, cwd } = machine;
  const place = { environment, files, cwd, projectRoot: cwd };
  const { path: parent } = expandPath(store.directory, place);
  const namedBy = templateNamer({ scope: "user", path: store.directory }, place);
  const file = (path: string): SettingsFile => ({ path, namedBy, namedIn: parent });
  const rules = readSettings(file(`${parent}/${store.enablement}`), machine);
  const { directories, links } = listDirectory(parent, files);
  return [...directories, ...links]
    .sort()
    .slice(0, MAX_EXTENSIONS)
    .map((folder): HostPlugin => {
      const linked = linkedSource(readSettings(file(`${parent}/${folder}/${store.link}`), machine));
      const directory = linked ?? `${parent}/${folder}`;
      const manifest = profile.plugins && readPluginManifest(directory, profile.plugins, machine);
      const name = manifest?.["name"];
      const id = typeof name === "string" && name !== "" ? name : folder;
      const off = whyOff(id, directory, manifest, store, rules, machine);
      return { id, directory, from: file(`${parent}/${folder}`), ...(off ? { off } : {}) };
    });
}

/** Returns the source of a linked extension. */
function linkedSource(record: Readonly<Record<string, unknown>>): string | undefined {
  const { type, source } = record;
  return type === "link" && typeof source === "string" && isAbsolute(source) ? source : undefined;
}

function whyOff(
  id: string,
  directory: string,
  manifest: unknown,
  { needs, enablement }: ExtensionStore,
  rules: Readonly<Record<string, unknown>>,
  { cwd, files }: Machine,
): Remark | undefined {
  if (!files.exists(directory))
    return { code: "SK740", text: `the files of extension \`${id}\` are missing: ${directory}` };
  const refused = (text: string): Remark => ({
    code: "SK743",
    text: `the host does not load extension \`${id}\`: ${text}`,
  });
  if (manifest === null) return refused("it has no manifest");
  if (!isMap(manifest)) return refused("its manifest does not parse");
  const missing = needs.find((key) => typeof manifest[key] !== "string" || manifest[key] === "");
  if (missing !== undefined) return refused(`its manifest has no \`${missing}\``);
  if (!/^[A-Za-z0-9-]+$/.test(id)) return refused("its manifest has no valid name");
  const last = textsIn(settingAt(Object.hasOwn(rules, id) ? rules[id] : undefined, "overrides")).findLast((rule) =>
    covers(rule, cwd),
  );
  return last?.startsWith("!")
    ? { code: "SK739", text: `\`${last}\` in \`${enablement}\` disables extension \`${id}\` here` }
    : undefined;
}

/**
 * Returns true if a rule covers the working directory. `/dir/` matches only that folder, `/dir/*` also all below it,
 * `/dir` nothing.
 */
function covers(rule: string, cwd: string): boolean {
  const path = rule.replace(/^!/, "");
  return path.endsWith("*") ? `${cwd}/`.startsWith(path.slice(0, -1)) : path === `${cwd}/`;
}
