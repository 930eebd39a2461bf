/** A document to how often each field has each term: all that an index needs of it, as plain data that can be kept. */
import { SEARCH_FIELDS, type SearchDocument } from "./search-document.ts";
import { termsOf } from "./words.ts";

export interface TermCounts {
  /** Terms of each field, with those that are repeated. */
  readonly lengths: readonly number[];
  /** Term, field, count, and again. A pair of neighbours is a term as well: both with a space between them. */
  readonly counts: readonly (readonly [term: string, perField: readonly number[]])[];
}

export function countTerms(document: SearchDocument, known?: Map<string, readonly string[]>): TermCounts {
  const counts = new Map<string, number[]>();
  const count = (term: string, field: number): void => {
    const perField = counts.get(term) ?? SEARCH_FIELDS.map(() => 0);
    perField[field] = (perField[field] as number) + 1;
    counts.set(term, perField);
  };
  const lengths = textsOf(document).map((text, field) => {
    const terms = termsOf(text, known);
    let before: string | undefined;
    for (const term of terms) {
      count(term, field);
      if (before !== undefined) count(pairOf(before, term), field);
      before = term;
    }
    return terms.length;
  });
  return { lengths, counts: [...counts] };
}

export function pairOf(first: string, second: string): string {
  return `${first} ${second}`;
}

function textsOf({ name, description, extra = "", headings = "", body = "" }: SearchDocument): string[] {
  return [name, extra === "" ? description : `${description}\n${extra}`, headings, body];
}
