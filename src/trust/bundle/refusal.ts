/** How a source's bytes are turned down: one finding with the entry, the byte where it stands, and the way out. */
import type { Code } from "../../model/diagnostics/catalogue.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";

export type RefusalCode = Extract<Code, `SK64${number}`>;

interface Refused {
  /** The path as the source has it; anything may be in it. */
  readonly entry?: string;
  /** Where in the archive it stands, for whoever looks with a hex editor. */
  readonly offset?: number;
  /** A clause: after the entry, or by itself. */
  readonly what: string;
  readonly help: string;
}

export function refusal(code: RefusalCode, { entry, offset, what, help }: Refused): Diagnostic {
  const shown = entry === undefined ? undefined : showPath(entry);
  const at = offset === undefined ? "" : `, at byte ${offset}`;
  return diagnostic(code, {
    message: `${shown === undefined ? "" : `\`${shown}\` `}${what}${at}`,
    path: shown,
    help,
  });
}

/** Thrown inside the readers of archives, and caught by `unpack` alone. */
export class Refusal extends Error {
  readonly finding: Diagnostic;

  constructor(code: RefusalCode, refused: Refused) {
    super(code);
    this.finding = refusal(code, refused);
  }
}

const MAX_SHOWN = 160;
// Whatever is not seen, or begins a line.
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A stranger's path as one visible line. */
export function showPath(path: string): string {
  const cut = path.length > MAX_SHOWN ? `${path.slice(0, MAX_SHOWN)}…` : path;
  return cut.replace(UNSEEN, (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`);
}
