/**
 * Applies the profile's rules to a reading. Returns the name and description, or why the host rejects the file. It
 * reads no file.
 */
import type { Code } from "../../../model/diagnostics/catalogue.ts";
import type { DescriptionRule, HostProfile, NameRule } from "../../../model/host-profile.ts";
import type { FailureCause } from "../../dialects/dialect.ts";
import type { HeadReading } from "../../dialects/plain.ts";
import type { Remark } from "../host-view.ts";

export interface Acceptance {
  readonly name: string;
  readonly description: string | undefined;
  readonly because?: Remark;
  readonly remarks: readonly Remark[];
}

const FAILURES: Readonly<Record<FailureCause, Code>> = {
  encoding: "SK712",
  "no-frontmatter": "SK713",
  yaml: "SK714",
  type: "SK717",
  crash: "SK731",
};

export type AcceptRules = Pick<HostProfile, "naming" | "description">;

/**
 * Applies the rules to a reading. `fallback` is the name from the path: the name of the directory, or of a single-file
 * skill's file.
 */
export function acceptSkill(reading: HeadReading, fallback: string, rules: AcceptRules): Acceptance {
  const { naming, description } = rules;
  const written = reading.name;
  const name = nameOf(written, fallback, naming);
  const drop = (code: Code, text: string): Acceptance => ({
    name: name ?? fallback,
    description: reading.description,
    because: { code, text },
    remarks: [],
  });
  if (reading.failure) return drop(FAILURES[reading.failure.cause], reading.failure.detail);
  if (name === undefined || (name === "" && naming.empty !== "kept"))
    return drop("SK715", "it has no name, and this host does not use the directory's name");
  const badName = nameTrouble(name, fallback, naming);
  if (badName && (naming.broken === "rejected" || badName.code === "SK732")) return drop(badName.code, badName.text);
  const badText = descriptionTrouble(reading.description, description);
  if (badText?.fatal) return drop(badText.code, badText.text);
  const remarks: Remark[] = [];
  if (written !== undefined && written !== name) remarks.push(differs(written, name));
  if (reading.descriptionFrom === "body")
    remarks.push({ code: "SK725", text: `its description is taken from its text: \`${glance(reading.description)}\`` });
  if (badName) remarks.push(badName);
  if (badText) remarks.push(badText);
  return { name, description: reading.description, remarks };
}

function differs(written: string, name: string): Remark {
  return { code: "SK724", text: `it is called \`${name}\` here, not \`${written}\`` };
}

const MAX_GLANCE = 60;

/** Shortens a text to one line. */
function glance(text = ""): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MAX_GLANCE ? `${line.slice(0, MAX_GLANCE - 1)}…` : line;
}

function nameOf(written: string | undefined, fallback: string, rule: NameRule): string | undefined {
  const name = rule.from === "directory" ? fallback : rule.from === "frontmatter" ? written : written || fallback;
  if (name === undefined || rule.replaced === undefined) return name;
  const [pattern, by] = rule.replaced;
  return name.replace(compiled(pattern, "gu"), by);
}

function nameTrouble(name: string, directory: string, rule: NameRule): Remark | undefined {
  if (rule.reserved?.includes(name)) return { code: "SK732", text: `the host reserves the name \`${name}\`` };
  const length = name.length <= (rule.max ?? 0) ? name.length : [...name].length;
  if (rule.max !== undefined && length > rule.max)
    return { code: "SK718", text: `the name has ${length} characters, at most ${rule.max} are allowed` };
  if (rule.pattern !== undefined && !compiled(rule.pattern, "u").test(name))
    return { code: "SK718", text: `the name \`${name}\` has characters that are not allowed` };
  const same =
    rule.equalsDirectory === "in any case" ? name.toLowerCase() === directory.toLowerCase() : name === directory;
  if (rule.equalsDirectory && !same)
    return { code: "SK719", text: `the name \`${name}\` differs from the name of the directory, \`${directory}\`` };
  return undefined;
}

function descriptionTrouble(
  text: string | undefined,
  rule: DescriptionRule,
): (Remark & { fatal: boolean }) | undefined {
  const state = text === undefined ? "missing" : text === "" ? "empty" : text.trim() === "" ? "blank" : undefined;
  if (state !== undefined) {
    const fatal = rule[state] === "rejected";
    return { code: fatal ? "SK716" : "SK723", text: `the description is ${state}`, fatal };
  }
  const length = rule.unit === "bytes" ? Buffer.byteLength(text ?? "") : (text?.length ?? 0);
  if (rule.max === undefined || length <= rule.max || rule.tooLong === undefined) return undefined;
  const said = `the description has ${length} characters, at most ${rule.max} are recommended`;
  return { code: rule.tooLong === "cut" ? "SK726" : "SK733", text: said, fatal: rule.tooLong === "rejected" };
}

const expressions = new Map<string, RegExp>();

/** Compiles a pattern, which profiles store as text. Each pattern is compiled once. */
function compiled(pattern: string, flags: "u" | "gu"): RegExp {
  const key = `${flags}/${pattern}`;
  let expression = expressions.get(key);
  if (expression === undefined) {
    expression = new RegExp(pattern, flags);
    expressions.set(key, expression);
  }
  expression.lastIndex = 0;
  return expression;
}
