/**
 * The smallest change to a file after which a host takes it. Edits that people would make are tried one by one, then
 * together, and each result is read by that host's own dialect: what is proposed has been seen to work.
 */
import { type Decoded, type DecodeNote, decode } from "../../../model/text/decode.ts";
import { commentOutEdits, EDITS, type Edit, type EditContext, LAST_RESORT } from "./edits.ts";

/** What the edited file should be to the host. */
export type Works = (bytes: Uint8Array) => boolean;

export interface EditPlan {
  /** What was done, as clauses: `quote the description`. */
  readonly labels: readonly string[];
  readonly text: string;
}

/** The largest frontmatter that anybody has been seen to write has 9,619 bytes. */
const MAX_HEAD = 65_536;
/** Larger files are changed in one place at most: every attempt reads them whole. */
const MAX_BYTES_FOR_PAIRS = 262_144;

export function findEdit(bytes: Uint8Array, context: EditContext, works: Works): EditPlan | undefined {
  const decoded = decode(bytes);
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

/** As the file was, without its byte order mark, or plain in every respect. */
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
 * Nothing but another encoding, one edit, two, then ever more of them; and what always helps. An edit that leaves the text
 * alone is not combined with others: without it they have been tried already.
 */
function* drafts(text: string, context: EditContext, several: boolean): Generator<EditPlan> {
  const start: EditPlan = { labels: [], text };
  yield start;
  if (headLength(text) > MAX_HEAD) return;
  const single = [...EDITS, ...commentOutEdits(text)];
  const first: EditPlan[] = [];
  for (const edit of single) {
    const draft = edited(start, edit, context);
    first.push(draft);
    if (draft !== start) yield draft;
  }
  if (!several) return;
  for (const at of EDITS.keys()) {
    const draft = first[at] as EditPlan;
    if (draft !== start) for (const second of single.slice(at + 1)) yield edited(draft, second, context);
  }
  let all = start;
  for (const edit of EDITS) {
    all = edited(all, edit, context);
    yield all;
  }
  yield edited(start, LAST_RESORT, context);
  yield edited(all, LAST_RESORT, context);
}

/** Up to the second fence, or to the end where there is none. */
function headLength(text: string): number {
  if (!text.startsWith("---")) return 0;
  const close = text.indexOf("\n---", 3);
  return close === -1 ? text.length : close;
}

/** The same draft where the edit leaves it alone. */
function edited(draft: EditPlan, { label, apply }: Edit, context: EditContext): EditPlan {
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
