/** The places that skills can come from, in the order in which they are asked whether a text is meant for them. */
import { OperationError } from "../../model/errors.ts";
import type { SourceKind } from "../../model/skills/origin.ts";
import { type Source, showSource } from "../source.ts";

/** A source as the table knows it; the rest is loaded when a text has to be understood. */
interface SourceRow {
  readonly kind: SourceKind;
  /** Every text that is meant for it has this, so that the others need not be loaded; any text unless given. */
  readonly could?: RegExp;
  readonly load: () => Promise<Source>;
}

/** One row for each; what has a scheme or an ending of its own comes before what takes nearly anything. */
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

/** The source that a text is meant for; throws SK665 where none takes it. */
export async function findSource(text: string, rows: readonly SourceRow[] = SOURCES): Promise<Source> {
  for (const row of rows) {
    if (row.could?.test(text) === false) continue;
    const source = await row.load();
    if (source.recognises(text)) return source;
  }
  throw new OperationError("SK665", `\`${showSource(text)}\` is no source that skills could come from`, {
    hint: "give a directory (`./skills`), a repository (`owner/repo`), `npm:NAME`, an archive or an address",
  });
}
