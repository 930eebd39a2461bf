/**
 * Finds the smallest edit after which a host accepts a file. Edits are tried alone, then together. The host's own
 * dialect reads each result, so every proposed edit works.
 */
import { type Decoded, type DecodeNote, decodeText } from "../../../model/text/decode.ts";
import { commentOutEdits, type EditContext, LAST_RESORT_EDIT, REMEDY_EDITS, type RemedyEdit } from "./edits.ts";

/** Returns true if the host accepts the edited file. */
export type AcceptsEdit = (bytes: Uint8Array) => boolean;

export interface EditPlan {
  /** The changes of the edit as clauses, such as `quote the description`. */
  readonly labels: readonly string[];
  readonly text: string;
}

/** Maximum length of a frontmatter to edit. The largest real one has 9,619 bytes. */
const MAX_HEAD = 65_536;
/** Larger files get only one edit, because every attempt reads the whole file. */
const MAX_BYTES_FOR_PAIRS = 262_144;

export function findEdit(bytes: Uint8Array, context: EditContext, works: AcceptsEdit): EditPlan | undefined {
  const decoded = decodeText(bytes);
  const ways = waysToSave(decoded);
  const seen = new Set<string>();
  for (const draft of drafts(decoded.text, context, bytes.length <= MAX_BYTES_FOR_PAIRS))
    for (const { label, save } of ways) {
      const labels = label === undefined ? draft.labels : [label, ...draft.labels];
      const text = save(draft.text);
      if (labels.length === 0 || seen.has(text)) continue;
      seen.add(text);
      if (works(Buffer.from(text))) return { labels, text };
    }
  return undefined;
}

interface Way {
  readonly label?: string;
  readonly save: (text: string) => string;
}

/** Returns the forms in which a file can be saved: as it was, without its byte order mark, or fully normalized. */
function waysToSave({ notes, newline }: Decoded): Way[] {
  const codes = notes.map((note) => note.code);
  const ended = (text: string): string => (newline === "\n" ? text : text.replaceAll("\n", newline));
  const clean = CLEANINGS.filter(([code]) => codes.includes(code)).map(([, words]) => words);
  const plain: Way = { label: `save it ${clean.join(" and ")}`, save: (text) => text };
  if (clean.length === 0) return [{ save: ended }];
  if (codes.includes("SK009") || codes.includes("SK010")) return [plain];
  const mark = codes.includes("SK008");
  const asItWas: Way = { save: (text) => (mark ? "\ufeff" : "") + ended(text) };
  const unmarked: Way = { label: `save it ${clean[0]}`, save: ended };
  return mark && clean.length > 1 ? [asItWas, unmarked, plain] : [asItWas, plain];
}

/**
 * Yields drafts: first another encoding, then one edit, two edits, more edits, and at last the last resort. An edit
 * that changes nothing is not combined with others.
 */
function* drafts(text: string, context: EditContext, several: boolean): Generator<EditPlan> {
  const start: EditPlan = { labels: [], text };
  yield start;
  if (headLength(text) > MAX_HEAD) return;
  const single = [...REMEDY_EDITS, ...commentOutEdits(text)];
  const first: EditPlan[] = [];
  for (const edit of single) {
    const draft = edited(start, edit, context);
    first.push(draft);
    if (draft !== start) yield draft;
  }
  if (!several) return;
  for (const at of REMEDY_EDITS.keys()) {
    const draft = first[at] as EditPlan;
    if (draft !== start) for (const second of single.slice(at + 1)) yield edited(draft, second, context);
  }
  let all = start;
  for (const edit of REMEDY_EDITS) {
    all = edited(all, edit, context);
    yield all;
  }
  yield edited(start, LAST_RESORT_EDIT, context);
  yield edited(all, LAST_RESORT_EDIT, context);
}

/**
 * Returns the length of the text up to the second fence. Without a second fence, it is the length of the whole text.
 */
function headLength(text: string): number {
  if (!text.startsWith("---")) return 0;
  const close = text.indexOf("\n---", 3);
  return close === -1 ? text.length : close;
}

/** Applies an edit to a draft. Returns the same draft if the edit changes nothing. */
function edited(draft: EditPlan, { label, apply }: RemedyEdit, context: EditContext): EditPlan {
  const text = apply(draft.text, context);
  if (text === draft.text) return draft;
  const words = typeof label === "string" ? label : label(context, draft.text);
  return { labels: [...draft.labels, words], text };
}

const CLEANINGS: readonly [DecodeNote["code"], string][] = [
  ["SK008", "without the byte order mark"],
  ["SK009", "as UTF-8"],
  ["SK010", "as UTF-8"],
  ["SK025", "with LF line ends"],
];
