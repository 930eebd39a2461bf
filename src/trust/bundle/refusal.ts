/** Rejects the bytes of a source with one diagnostic, which names the entry, its offset, and the fix. */
import type { Code } from "../../model/diagnostics/catalogue.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";

export type RefusalCode = Extract<Code, `SK64${number}`>;

interface Refused {
  /** Path of the entry in the source. It is untrusted. */
  readonly entry?: string;
  /** Byte offset of the problem in the archive, for analysis. */
  readonly offset?: number;
  /** A clause about the problem. The message contains it after the entry, or alone if there is no entry. */
  readonly what: string;
  readonly help: string;
}

export function describeRefusal(code: RefusalCode, { entry, offset, what, help }: Refused): Diagnostic {
  const shown = entry === undefined ? undefined : showPath(entry);
  const at = offset === undefined ? "" : `, at byte ${offset}`;
  return diagnostic(code, {
    message: `${shown === undefined ? "" : `\`${shown}\` `}${what}${at}`,
    path: shown,
    help,
  });
}

/** The archive readers throw this error, and only `unpack` catches it. */
export class BundleRefusal extends Error {
  readonly finding: Diagnostic;

  constructor(code: RefusalCode, refused: Refused) {
    super(code);
    this.finding = describeRefusal(code, refused);
  }
}

const MAX_SHOWN = 160;
// Matches invisible characters and line separators.
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns an untrusted path as one line without hidden characters. */
export function showPath(path: string): string {
  const cut = path.length > MAX_SHOWN ? `${path.slice(0, MAX_SHOWN)}…` : path;
  return cut.replace(UNSEEN, (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`);
}
