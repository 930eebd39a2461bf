/** What of the visible skills a model is shown: kept from it by a field, cut, or reduced to the name. */
import type { HostProfile } from "../model/host-profile.ts";
import type { Remark, ViewEntry } from "./host-view.ts";

export function disclose(entries: readonly ViewEntry[], profile: HostProfile): ViewEntry[] {
  return entries.map((entry) => (entry.outcome === "visible" ? show(entry, profile) : entry));
}

function show(entry: ViewEntry, { disclosure, description: rule }: HostProfile): ViewEntry {
  const { description, fields } = entry;
  for (const [key, value] of Object.entries(disclosure.hiddenBy))
    if (fields[key] === value)
      return without(entry, { code: "SK722", text: `\`${key}: ${value}\` keeps it from the model` });
  const condition = disclosure.conditionalOn === undefined ? undefined : fields[disclosure.conditionalOn];
  if (Array.isArray(condition) && condition.length > 0)
    return without(entry, {
      code: "SK736",
      text: `it is listed only once a file is worked on that its \`${disclosure.conditionalOn}\` name`,
    });
  if (entry.root.template.path.startsWith("{below}"))
    return without(entry, { code: "SK736", text: "it is listed only once a file below that directory is worked on" });
  const state = description === undefined ? "missing" : description === "" ? "empty" : undefined;
  if (state !== undefined && rule[state] === "unlisted")
    return without(entry, { code: "SK735", text: "a skill without a description is not put before the model" });
  if (description === undefined || description.trim() === "") return { ...entry, shown: "name-only" };
  const { maxDescription } = disclosure;
  if (maxDescription === undefined || description.length <= maxDescription) return entry;
  const cut: Remark = { code: "SK726", text: `the model sees ${maxDescription} characters of its description` };
  return { ...entry, shown: "cut", remarks: [...entry.remarks, cut] };
}

function without(entry: ViewEntry, remark: Remark): ViewEntry {
  return { ...entry, shown: "not", remarks: [...entry.remarks, remark] };
}
