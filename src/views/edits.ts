/**
 * The smallest change to a file after which a host takes it. Edits that people would make are tried one by one, then
 * together, and each result is read by that host's own dialect: what is proposed has been seen to work.
 */
import { decode } from "../text/decode.ts";

/** What the edited file should be to the host. */
export type Works = (bytes: Uint8Array) => boolean;

export interface EditContext {
  /** The name that fits the place and the host. */
  readonly name: string;
  readonly maxDescription: number;
  readonly unit: "characters" | "bytes";
  /** Keys that keep a skill from the model. */
  readonly hiding: readonly string[];
}

export interface EditPlan {
  /** What was done, as clauses: `quote the description`. */
  readonly labels: readonly string[];
  readonly text: string;
}

interface Edit {
  readonly label: string | ((context: EditContext, before: string) => string);
  readonly apply: (text: string, context: EditContext) => string;
}

/** Larger files are changed in one place at most: every attempt reads them whole. */
const MAX_BYTES_FOR_PAIRS = 1_048_576;

export function findEdit(bytes: Uint8Array, context: EditContext, works: Works): EditPlan | undefined {
  const { text: start, notes, newline } = decode(bytes);
  const codes = notes.map((note) => note.code);
  const mark = codes.includes("SK008") ? "\ufeff" : "";
  const asItWas = (text: string): string => mark + (newline === "\n" ? text : text.replaceAll("\n", newline));
  const seen = new Set<string>();
  const tried = (edits: readonly Edit[], clean: boolean): EditPlan | undefined => {
    const labels: string[] = clean ? CLEANINGS.filter(([code]) => codes.includes(code)).map(([, label]) => label) : [];
    let text = start;
    for (const { label, apply } of edits) {
      const after = apply(text, context);
      if (after !== text) labels.push(typeof label === "string" ? label : label(context, text));
      text = after;
    }
    const whole = clean ? text : asItWas(text);
    if (labels.length === 0 || seen.has(whole)) return undefined;
    seen.add(whole);
    return works(Buffer.from(whole)) ? { labels, text: whole } : undefined;
  };
  const isText = !codes.includes("SK009") && !codes.includes("SK010");
  const ways = codes.length === 0 ? [false] : isText ? [false, true] : [true];
  for (const edits of candidates(bytes.length <= MAX_BYTES_FOR_PAIRS))
    for (const clean of ways) {
      const plan = tried(edits, clean);
      if (plan) return plan;
    }
  return undefined;
}

/** Nothing but another encoding, one edit, two, then ever more of them. */
function* candidates(several: boolean): Generator<readonly Edit[]> {
  yield [];
  for (const edit of EDITS) yield [edit];
  if (!several) return;
  for (const [at, first] of EDITS.entries()) for (const second of EDITS.slice(at + 1)) yield [first, second];
  for (let count = 3; count <= EDITS.length; count++) yield EDITS.slice(0, count);
}

const CLEANINGS = [
  ["SK008", "save it without the byte order mark"],
  ["SK009", "save it as UTF-8"],
  ["SK010", "save it as UTF-8"],
  ["SK025", "save it with LF line ends"],
] as const;

const FENCE = "---";

interface Parts {
  readonly head: string[];
  readonly body: string;
}

/** The frontmatter as a person sees it: between the first two lines that begin with dashes. */
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

function inHead(change: (head: string[], body: string, context: EditContext) => string[]): Edit["apply"] {
  return (text, context) => {
    const parts = split(text);
    return parts === undefined ? text : join({ head: change(parts.head, parts.body, context), body: parts.body });
  };
}

const EDITS: readonly Edit[] = [
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
    label: ({ name }) => `set \`name\` to \`${name}\``,
    apply: inHead((head, _, { name }) => setKey(head, "name", name)),
  },
  { label: "write the description as plain text", apply: inHead(plainDescription) },
  {
    label: ({ maxDescription, unit }) => `shorten the description to ${maxDescription} ${unit}`,
    apply: inHead(shorten),
  },
  {
    label: ({ hiding }, before) =>
      `take out ${hiding
        .filter((key) => hasKey(before, key))
        .map(code)
        .join(" and ")}`,
    apply: inHead((head, _, { hiding }) => withoutKeys(head, hiding)),
  },
  { label: "indent with spaces instead of tabs", apply: inHead((head) => head.map(untab)) },
  { label: "remove the second of two equal keys", apply: inHead(uniqueKeys) },
  { label: "quote the values that YAML misreads", apply: inHead((head) => head.map(quoteLine)) },
  { label: "write `metadata` as a map", apply: inHead((head) => head.map(asMap)) },
  { label: "give it frontmatter with `name` and `description`", apply: addFrontmatter },
  {
    label: "keep only `name` and `description`, and make comments of the rest",
    apply: inHead((head, body, context) => onlyNeeded(head, body, context)),
  },
];

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

const KEY = /^([A-Za-z_][\w.-]*)[ \t]*:(?:[ \t]+|$)(.*)$/;

function keyOf(line: string): string | undefined {
  return KEY.exec(line)?.[1];
}

/** A key's line and the lines that belong to it. */
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

/** What stands after a key, on its line and those below it. */
function writtenValue(head: readonly string[], key: string): string | undefined {
  const at = block(head, key);
  if (at === undefined) return undefined;
  const first = KEY.exec(head[at[0]] as string)?.[2] ?? "";
  const rest = head.slice(at[0] + 1, at[1]).map((line) => line.trim());
  return [/^[|>][+-]?\d*\s*$/.test(first) ? "" : first, ...rest].join(" ").trim();
}

function unquoted(value: string): string {
  const bare = /^(["'])(.*)\1$/s.exec(value)?.[2] ?? value;
  return bare
    .replace(/^["'[{]+|["'\]}]+$/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

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

/** Between two words, where there are any in the second half. */
function shorten(head: string[], _: string, { maxDescription, unit }: EditContext): string[] {
  const value = unquoted(writtenValue(head, "description") ?? "");
  const size = (text: string): number => (unit === "bytes" ? Buffer.byteLength(text) : text.length);
  if (size(value) <= maxDescription) return head;
  let cut = value.slice(0, maxDescription);
  while (size(cut) > maxDescription) cut = cut.slice(0, -1);
  const space = cut.lastIndexOf(" ");
  return setKey(head, "description", (space > cut.length / 2 ? cut.slice(0, space) : cut).trim());
}

/** The first words of the text, for a description that somebody will improve. */
function describe(body: string): string {
  const line = body.split("\n").find((each) => /[\p{L}\p{N}]/u.test(each) && !/^\s*#/.test(each));
  const heading = body.split("\n").find((each) => /[\p{L}\p{N}]/u.test(each));
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
  const body = text.replace(/^---[ \t]*$/gm, "").trimStart();
  return join({ head: [`name: ${name}`, `description: ${JSON.stringify(describe(body))}`], body: `\n${body}` });
}

function onlyNeeded(head: string[], body: string, { name, maxDescription }: EditContext): string[] {
  const written = unquoted(writtenValue(head, "description") ?? "");
  const text = (written === "" ? describe(body) : written).replaceAll("---", "-").slice(0, maxDescription);
  const rest = head.filter((line) => line.trim() !== "" && !/^(?:name|description)\b/.test(line));
  return [
    `name: ${name}`,
    `description: ${JSON.stringify(text)}`,
    ...rest.map((line) => `# ${line.replaceAll("---", "-")}`),
  ];
}
