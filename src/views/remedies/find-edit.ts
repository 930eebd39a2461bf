/**
 * The smallest change to a file after which a host takes it. Edits that people would make are tried one by one, then
 * together, and each result is read by that host's own dialect: what is proposed has been seen to work.
 */
import { type Decoded, type DecodeNote, decode } from "../../text/decode.ts";
import { EDITS, type Edit, type EditContext, LAST, silencing } from "./edits.ts";

/** What the edited file should be to the host. */
export type Works = (bytes: Uint8Array) => boolean;

export interface EditPlan {
  /** What was done, as clauses: `quote the description`. */
  readonly labels: readonly string[];
  readonly text: string;
}

/** Larger files are changed in one place at most: every attempt reads them whole. */
const MAX_BYTES_FOR_PAIRS = 1_048_576;

export function findEdit(bytes: Uint8Array, context: EditContext, works: Works): EditPlan | undefined {
  const decoded = decode(bytes);
  const ways = waysToSave(decoded);
  const seen = new Set<string>();
  for (const edits of candidates(decoded.text, bytes.length <= MAX_BYTES_FOR_PAIRS))
    for (const { label, save } of ways) {
      const labels = label === undefined ? [] : [label];
      let edited = decoded.text;
      for (const edit of edits) {
        const after = edit.apply(edited, context);
        if (after !== edited) labels.push(typeof edit.label === "string" ? edit.label : edit.label(context, edited));
        edited = after;
      }
      const text = save(edited);
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

/** Nothing but another encoding, one edit, two, then ever more of them; and what always helps. */
function* candidates(text: string, several: boolean): Generator<readonly Edit[]> {
  const single = [...EDITS, ...silencing(text)];
  yield [];
  for (const edit of single) yield [edit];
  if (!several) return;
  for (const [at, first] of EDITS.entries()) for (const second of single.slice(at + 1)) yield [first, second];
  for (let count = 3; count <= EDITS.length; count++) yield EDITS.slice(0, count);
  yield [LAST];
  yield [...EDITS, LAST];
}

const CLEANINGS: readonly [DecodeNote["code"], string][] = [
  ["SK008", "without the byte order mark"],
  ["SK009", "as UTF-8"],
  ["SK010", "as UTF-8"],
  ["SK025", "with LF line ends"],
];
