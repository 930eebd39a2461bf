/** Bundles for tests: paths and their contents. */
import type { Capabilities, Finding } from "../../../src/model/rules/audit.ts";
import type { Bundle } from "../../../src/model/skills/bundle.ts";
import { type AuditOptions, auditBundle } from "../../../src/trust/audit/audit-bundle.ts";

export const HEAD = "---\nname: pdf\ndescription: Fills in PDF forms. Use when somebody has a form to fill in.\n---\n";

export function bundleOf(files: Readonly<Record<string, string | Uint8Array>>): Bundle {
  return {
    files: Object.entries(files).map(([path, content]) => ({
      path,
      bytes: typeof content === "string" ? Buffer.from(content) : content,
      executable: false,
    })),
  };
}

/** Returns a bundle of a skill whose text ends with these lines. */
export function skillWith(text: string, more: Readonly<Record<string, string | Uint8Array>> = {}): Bundle {
  return bundleOf({ "SKILL.md": `${HEAD}\n# PDF\n\n${text}\n`, ...more });
}

export async function findingsOf(bundle: Bundle, options: AuditOptions = {}): Promise<readonly Finding[]> {
  return (await auditBundle(bundle, options)).findings;
}

export async function codesOf(bundle: Bundle): Promise<string[]> {
  return (await findingsOf(bundle)).map(({ code }) => code);
}

export async function capabilitiesIn(bundle: Bundle): Promise<Capabilities> {
  return (await auditBundle(bundle)).capabilities;
}
