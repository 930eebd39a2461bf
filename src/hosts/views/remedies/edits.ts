/**
 * Edits of a skill's frontmatter that an author would make, smallest first. Each edit accepts any text, and may leave
 * the text unchanged.
 */

export interface EditContext {
  /** A name that the host accepts for a skill in this directory. */
  readonly name: string;
  readonly maxDescription: number;
  readonly unit: "characters" | "bytes";
  /** The key whose text the host shows after the description. */
  readonly also?: string | undefined;
  /** Keys that hide a skill from the model. */
  readonly hiding: readonly string[];
}

export interface RemedyEdit {
  readonly label: string | ((context: EditContext, before: string) => string);
  readonly apply: (text: string, context: EditContext) => string;
}

const FENCE = "---";
/**
 * Maximum characters of the text under the key `also`: about the difference between the specification's limit and the
 * host's limit.
 */
const MAX_ALSO = 500;

interface Parts {
  readonly head: string[];
  readonly body: string;
}

/** Splits the frontmatter as an author sees it: between the first two lines that start with dashes. */
function split(text: string): Parts | undefined {
  const lines = text.split("\n");
  if (!/^---\s*$/.test(lines[0] ?? "")) return undefined;
  const close = lines.findIndex((line, at) => at > 0 && /^(?:---+|\.\.\.)\s*$/.test(line));
  if (close === -1) return undefined;
  return { head: lines.slice(1, close), body: lines.slice(close + 1).join("\n") };
}

function join({ head, body }: Parts): string {
  return [FENCE, ...head, FENCE, body].join("\n");
}

function inHead(change: (head: string[], body: string, context: EditContext) => string[]): RemedyEdit["apply"] {
  return (text, context) => {
    const parts = split(text);
    return parts === undefined ? text : join({ head: change(parts.head, parts.body, context), body: parts.body });
  };
}

export const REMEDY_EDITS: readonly RemedyEdit[] = [
  { label: "quote the description", apply: inHead((head) => quoteKey(head, "description")) },
  { label: "quote the name", apply: inHead((head) => quoteKey(head, "name")) },
  { label: "put the opening `---` on the first line", apply: openFirst },
  { label: "close the frontmatter with a line `---`", apply: closeFence },
  { label: "write the fences as `---` and nothing else", apply: plainFences },
  {
    label: ({ name }) => `write \`name: ${name}\` in the frontmatter`,
    apply: inHead((head, _, { name }) => setKey(head, "name", name, true)),
  },
  {
    label: "write a `description` in the frontmatter",
    apply: inHead((head, body) => setKey(head, "description", describe(body), true)),
  },
  {
    label: ({ name }) => `write \`name: ${name}\` and a \`description\` in the frontmatter`,
    apply: inHead(setBoth),
  },
  {
    label: ({ name }) => `set \`name\` to \`${name}\``,
    apply: inHead((head, _, { name }) => setKey(head, "name", name)),
  },
  { label: "write the description as plain text", apply: inHead(plainDescription) },
  {
    label: ({ maxDescription, unit }) => `shorten the description to ${maxDescription} ${unit}`,
    apply: inHead((head, _, { maxDescription, unit }) => shortenKey(head, "description", maxDescription, unit)),
  },
  {
    label: ({ hiding }, before) =>
      `remove ${hiding
        .filter((key) => hasKey(before, key))
        .map(code)
        .join(" and ")}`,
    apply: inHead((head, _, { hiding }) => withoutKeys(head, hiding)),
  },
  {
    label: ({ also }) => `shorten \`${also}\``,
    apply: inHead((head, _, { also }) => (also === undefined ? head : shortenKey(head, also, MAX_ALSO, "characters"))),
  },
  { label: "write every line break as LF", apply: (text) => text.replace(/\r\n?/g, "\n") },
  { label: "indent with spaces instead of tabs", apply: inHead((head) => head.map(untab)) },
  { label: "remove the control characters", apply: inHead((head) => head.map(printable)) },
  { label: "remove the second of two equal keys", apply: inHead(uniqueKeys) },
  { label: "quote the values that YAML misreads", apply: inHead((head) => head.map(quoteLine)) },
  { label: "write `metadata` as a map", apply: inHead((head) => head.map(asMap)) },
  { label: "write the instructions below the frontmatter", apply: fillBody },
  { label: "add frontmatter with `name` and `description`", apply: addFrontmatter },
];

const MAX_KEYS = 20;

/** Returns one edit for each optional key. The edit turns that key into a comment. */
export function commentOutEdits(text: string): RemedyEdit[] {
  const keys = new Set((split(text)?.head ?? []).map(keyOf).filter((key) => key !== undefined && !NEEDED.test(key)));
  return [...keys].slice(0, MAX_KEYS).map((key) => ({
    label: `turn \`${key}\` into a comment`,
    apply: inHead((head) => {
      const [start, end] = block(head, key as string) ?? [0, 0];
      return head.map((line, at) => (at >= start && at < end ? commented(line) : line));
    }),
  }));
}

/**
 * The last edit to try. It keeps only a few fields of the frontmatter, and turns the others into comments, so that no
 * text is lost.
 */
export const LAST_RESORT_EDIT: RemedyEdit = {
  label: "keep only `name` and `description`, and turn the rest into comments",
  apply: inHead((head, body, context) => onlyNeeded(head, body, context)),
};

function code(text: string): string {
  return `\`${text}\``;
}

function hasKey(text: string, key: string): boolean {
  return split(text)?.head.some((line) => keyOf(line) === key) ?? false;
}

function plainFences(text: string): string {
  const parts = split(text);
  return parts === undefined ? text : join(parts);
}

const NEEDED = /^(?:name|description)$/;
const KEY = /^([A-Za-z_][\w.-]*)[ \t]*:(?:[ \t]+|$)(.*)$/;

function keyOf(line: string): string | undefined {
  return KEY.exec(line)?.[1];
}

/** Returns the lines of a key and its value. */
function block(head: readonly string[], key: string): [start: number, end: number] | undefined {
  const start = head.findIndex((line) => keyOf(line) === key);
  if (start === -1) return undefined;
  let end = start + 1;
  while (end < head.length && /^(?:[ \t]|-[ \t]|$)/.test(head[end] as string)) end++;
  return [start, end];
}

function setKey(head: string[], key: string, value: string, onlyMissing = false): string[] {
  const at = block(head, key);
  const line = `${key}: ${/^[a-z][a-z0-9-]*$/.test(value) ? value : JSON.stringify(value)}`;
  if (at === undefined) return key === "name" ? [line, ...head] : [...head, line];
  const written = writtenValue(head, key);
  const empty = written === undefined || written.trim() === "" || /^(?:~|null|""|''|"\s*"|'\s*')$/.test(written.trim());
  if (onlyMissing && !empty) return head;
  return [...head.slice(0, at[0]), line, ...head.slice(at[1])];
}

/** Adds name and description if both are missing. */
function setBoth(head: string[], body: string, { name }: EditContext): string[] {
  if (block(head, "name") || block(head, "description")) return head;
  return setKey(setKey(head, "name", name), "description", describe(body));
}

/** Returns the text after a key, on its line and below. */
function writtenValue(head: readonly string[], key: string): string | undefined {
  const at = block(head, key);
  if (at === undefined) return undefined;
  const first = KEY.exec(head[at[0]] as string)?.[2] ?? "";
  const rest = head.slice(at[0] + 1, at[1]).map((line) => line.trim());
  return [/^[|>][+-]?\d*\s*$/.test(first) ? "" : first, ...rest].join(" ").trim();
}

function unquoted(value: string): string {
  const bare = /^(["'])(.*)\1$/s.exec(value)?.[2] ?? value;
  let end = bare.length;
  while (end > 0 && CLOSERS.includes(bare[end - 1] as string)) end--;
  return bare
    .slice(0, end)
    .replace(/^["'[{]+/, "")
    .replace(/\s+/g, " ")
    .trim();
}
const CLOSERS = "\"']}";

function quoteKey(head: string[], key: string): string[] {
  const at = block(head, key);
  const [, , value = ""] = at === undefined ? [] : (KEY.exec(head[at[0]] as string) ?? []);
  if (at === undefined || at[1] !== at[0] + 1 || value.trim() === "" || /^["']/.test(value)) return head;
  return [...head.slice(0, at[0]), `${key}: ${JSON.stringify(value.trim())}`, ...head.slice(at[1])];
}

function plainDescription(head: string[], body: string): string[] {
  const value = unquoted(writtenValue(head, "description") ?? "");
  return setKey(head, "description", value === "" ? describe(body) : value);
}

/** Shortens the value of a key. It cuts between two words, if there is a space in the second half. */
function shortenKey(head: string[], key: string, max: number, unit: EditContext["unit"]): string[] {
  const value = unquoted(writtenValue(head, key) ?? "");
  const size = (text: string): number => (unit === "bytes" ? Buffer.byteLength(text) : text.length);
  if (size(value) <= max) return head;
  let cut = value.slice(0, max);
  while (size(cut) > max) cut = cut.slice(0, -1);
  const space = cut.lastIndexOf(" ");
  return setKey(head, key, (space > cut.length / 2 ? cut.slice(0, space) : cut).trim());
}

function fillBody(text: string, { name }: EditContext): string {
  const parts = split(text);
  if (parts === undefined || parts.body.trim() !== "") return text;
  return join({ ...parts, body: `# ${name}\n\nWrite the instructions here.\n` });
}

/** Returns the first words of the text, as a description that the author can improve. */
function describe(body: string): string {
  const lines = body.split("\n").map((each) => each.replace(/<[^<>]*>/g, ""));
  const line = lines.find((each) => /[\p{L}\p{N}]/u.test(each) && !/^\s*#/.test(each));
  const heading = lines.find((each) => /[\p{L}\p{N}]/u.test(each));
  const text = (line ?? heading ?? "Describe here what it does and when to use it.").replace(/^[#\s>*-]+/, "").trim();
  return text.length > 200 ? `${text.slice(0, 197)}...` : text;
}

function openFirst(text: string): string {
  const lines = text.split("\n");
  const open = lines.findIndex((line) => /^---\s*$/.test(line));
  if (open <= 0) return text;
  const close = lines.findIndex((line, at) => at > open && /^---\s*$/.test(line));
  if (close === -1) return text;
  const before = lines.slice(0, open).filter((line) => line.trim() !== "");
  return [...lines.slice(open, close + 1), "", ...before, ...lines.slice(close + 1)].join("\n");
}

function closeFence(text: string): string {
  const lines = text.split("\n");
  if (!/^---\s*$/.test(lines[0] ?? "")) return text;
  if (lines.some((line, at) => at > 0 && /^---\s*$/.test(line))) return text;
  let end = 1;
  while (end < lines.length && /^(?:[A-Za-z_][\w.-]*[ \t]*:|[ \t]+\S|-[ \t])/.test(lines[end] as string)) end++;
  const rest = lines.slice(/^\.\.\.\s*$/.test(lines[end] ?? "") ? end + 1 : end);
  return [FENCE, ...lines.slice(1, end), FENCE, ...rest].join("\n");
}

function untab(line: string): string {
  return line.replace(/^[ \t]+/, (indent) => indent.replaceAll("\t", "  "));
}

/** Removes characters that YAML forbids or treats as line ends. */
function printable(line: string): string {
  return line.replace(/[\x85\u2028\u2029]/g, " ").replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]/g, "");
}

function uniqueKeys(head: string[]): string[] {
  const seen = new Set<string>();
  const kept: string[] = [];
  let dropping = false;
  for (const line of head) {
    const key = keyOf(line);
    if (key !== undefined) {
      dropping = seen.has(key);
      seen.add(key);
    }
    if (!dropping) kept.push(line);
  }
  return kept;
}

function quoteLine(line: string): string {
  const [, key, value = ""] = KEY.exec(line) ?? [];
  if (key === undefined || value.trim() === "" || /^["'|>]/.test(value)) return line;
  return /: |:$| #|^[[\]{}&*!%@`,?#-]/.test(value) ? `${key}: ${JSON.stringify(value.trim())}` : line;
}

function asMap(line: string): string {
  const [, key, value = ""] = KEY.exec(line) ?? [];
  if (key !== "metadata" || value.trim() === "" || value.startsWith("{")) return line;
  return `metadata:\n  note: ${JSON.stringify(unquoted(value))}`;
}

function withoutKeys(head: string[], keys: readonly string[]): string[] {
  let dropping = false;
  return head.filter((line) => {
    const key = keyOf(line);
    if (key !== undefined) dropping = keys.includes(key);
    else if (!/^(?:[ \t]|-[ \t]|$)/.test(line)) dropping = false;
    return !dropping;
  });
}

function addFrontmatter(text: string, { name }: EditContext): string {
  if (split(text)) return text;
  const body = text.replace(/^---[ \t]*$/gm, "").trimStart() || "Write the instructions here.\n";
  return join({ head: [`name: ${name}`, `description: ${JSON.stringify(describe(body))}`], body: `\n${body}` });
}

function onlyNeeded(head: string[], body: string, { name, maxDescription }: EditContext): string[] {
  const written = unquoted(writtenValue(head, "description") ?? "");
  const text = (written === "" ? describe(body) : written).replaceAll("---", "-").slice(0, maxDescription);
  const rest = head.filter((line) => line.trim() !== "" && !/^(?:name|description)\b/.test(line));
  return [`name: ${name}`, `description: ${JSON.stringify(text)}`, ...rest.map(commented)];
}

/**
 * Turns a line into a comment. Three dashes are shortened, because some hosts end the frontmatter at any three dashes.
 */
function commented(line: string): string {
  return `# ${line.replaceAll("---", "-")}`;
}
