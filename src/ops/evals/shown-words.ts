/** Returns the words of a catalog entry by which a model could find the skill, without marks, path and name. */
import type { ListedEntry } from "../../model/conversation/catalog-text.ts";
import type { Loaded } from "../../model/skills/snapshot.ts";

export function shownWords({ text, coverage }: ListedEntry, loaded: Loaded | undefined): string {
  if (coverage === "omitted" || coverage === "name-only") return "";
  const { path = "", directory = "" } = loaded?.skill ?? {};
  return [loaded?.shownPath ?? "", path, directory]
    .filter((place) => place !== "")
    .reduce((rest, place) => rest.replaceAll(place, " "), text)
    .replace(/<\/?[a-z_]{1,40}>/g, " ");
}
