/** Decides how visible skills are shown to a model: hidden by a field, cut, or only by name. */
import type { HostProfile } from "../../../model/host-profile.ts";
import type { Remark, ViewEntry } from "../host-view.ts";

export function decideDisclosure(entries: readonly ViewEntry[], profile: HostProfile): ViewEntry[] {
  return entries.map((entry) => (entry.outcome === "visible" && entry.shown === "full" ? show(entry, profile) : entry));
}

function show(entry: ViewEntry, profile: HostProfile): ViewEntry {
  const hidden = keptBack(entry, profile);
  if (hidden) return { ...entry, shown: "not", remarks: [...entry.remarks, hidden] };
  const { description, fields } = entry;
  if (description === undefined || description.trim() === "") return { ...entry, shown: "name-only" };
  const { also, alsoAfter = " - ", maxDescription = Number.POSITIVE_INFINITY } = profile.disclosure;
  const { cutMark = "…", codePoints = false } = profile.disclosure;
  const more = also === undefined ? undefined : fields[also];
  const text = typeof more === "string" && more !== "" ? `${description}${alsoAfter}${more}` : description;
  const characters = codePoints ? [...text] : text;
  if (characters.length <= maxDescription) return text === description ? entry : { ...entry, shownDescription: text };
  const kept = maxDescription - cutMark.length;
  const cut: Remark = { code: "SK726", text: `the model sees ${kept} characters of its description` };
  const shown = profile.disclosure.graphemes ? wholeGraphemes(text, kept) : characters.slice(0, kept);
  const shownDescription = (typeof shown === "string" ? shown : shown.join("")) + cutMark;
  return { ...entry, shown: "cut", shownDescription, remarks: [...entry.remarks, cut] };
}

/** Returns the longest start of a text that fits. No character is cut in two. */
function wholeGraphemes(text: string, max: number): string {
  if (PLAIN.test(text.slice(0, max + 1))) return text.slice(0, max);
  let end = 0;
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, 4 * max))) {
    if (end + segment.length > max) break;
    end += segment.length;
  }
  return text.slice(0, end);
}

/** Matches text in which each character is one grapheme, as in most descriptions. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Returns why the skill is hidden from the model. */
function keptBack({ description, fields, root }: ViewEntry, profile: HostProfile): Remark | undefined {
  const { hiddenBy, conditionalOn } = profile.disclosure;
  for (const [key, value] of Object.entries(hiddenBy))
    if (fields[key] === value) return { code: "SK722", text: `\`${key}: ${value}\` hides it from the model` };
  const condition = conditionalOn === undefined || root.kind === "commands" ? undefined : fields[conditionalOn];
  if (Array.isArray(condition) && condition.length > 0)
    return { code: "SK736", text: `it is listed when you work on a file that matches its \`${conditionalOn}\`` };
  if (root.template.path.startsWith("{below}"))
    return { code: "SK736", text: "it is listed when you work on a file below that directory" };
  const state = description === undefined ? "missing" : description === "" ? "empty" : "blank";
  const told = description !== undefined && description.trim() !== "";
  if (!told && profile.description[state] === "unlisted")
    return { code: "SK735", text: "a skill without a description is not shown to the model" };
  return undefined;
}
