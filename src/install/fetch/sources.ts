/** All sources of skills. If several sources recognise a text, the first one in the table is used. */
import { OperationError } from "../../model/errors.ts";
import type { SourceKind } from "../../model/skills/origin.ts";
import { type Source, showSource } from "../source.ts";

/** A row of the table. The source itself is loaded only when needed. */
interface SourceRow {
  readonly kind: SourceKind;
  /**
   * Matches every text that the source accepts. If a text does not match, the source is not loaded (default: any text
   * matches).
   */
  readonly could?: RegExp;
  readonly load: () => Promise<Source>;
}

/** Sources with their own scheme or file extension come before general ones. */
export const SOURCES: readonly SourceRow[] = [
  {
    kind: "plugin",
    could: /^plugin:|(?:plugin|marketplace)\.json$/,
    load: async () => (await import("./local/plugin.ts")).plugin,
  },
  { kind: "oci", could: /^oci:/, load: async () => (await import("./oci/oci.ts")).oci },
  { kind: "npm", could: /^npm:/, load: async () => (await import("./npm/npm.ts")).npm },
  { kind: "clawhub", could: /^clawhub:/, load: async () => (await import("./web/clawhub.ts")).clawhub },
  {
    kind: "archive",
    could: /^https?:|\.(?:tar\.gz|tgz|zip|skill)/i,
    load: async () => (await import("./archives/archive.ts")).archive,
  },
  {
    kind: "directory",
    could: /^[~.\\/]|^[a-z]:/i,
    load: async () => (await import("./local/directory.ts")).directory,
  },
  { kind: "git", load: async () => (await import("./git/git.ts")).git },
  { kind: "well-known", could: /^https?:/i, load: async () => (await import("./web/well-known.ts")).wellKnown },
];

/** Returns the source for a text. Throws SK665 if no source accepts it. */
export async function findSource(text: string, rows: readonly SourceRow[] = SOURCES): Promise<Source> {
  for (const row of rows) {
    if (row.could?.test(text) === false) continue;
    const source = await row.load();
    if (source.recognises(text)) return source;
  }
  throw new OperationError("SK665", `\`${showSource(text)}\` is not a valid source of skills`, {
    hint: "give a directory (`./skills`), a repository (`owner/repo`), `npm:NAME`, an archive or an address",
  });
}
