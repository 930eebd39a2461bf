/** Collects the skills of a directory for publication, or throws the first problem. */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { OperationError } from "../../model/errors.ts";
import type { Bundle } from "../../model/skills/bundle.ts";
import { compareText } from "../../model/text/text.ts";
import { digestBundle } from "../../trust/bundle/digest.ts";
import { SIGNATURE_FILES } from "../../trust/signatures/manifest.ts";
import { notOffered } from "../fetch/collect-skills.ts";
import { directory } from "../fetch/local/directory.ts";
import type { SourceContext, SourceSkill } from "../source.ts";
import { type DescribedSkill, describeSkill } from "./describe-skill.ts";
import { packBundle } from "./pack-bundle.ts";
import type { SignBundle } from "./sign-manifest.ts";

/** One skill, ready to publish. */
export interface PublishableSkill extends DescribedSkill {
  readonly bundle: Bundle;
  /** Digest of the directory as it will be installed. */
  readonly digest: string;
  readonly signed: boolean;
}

export interface Publication {
  /** Sorted by name. */
  readonly skills: readonly PublishableSkill[];
  /** Skipped items and warnings for the publisher. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Throws SK690 if any skill of the directory cannot be published. A registry is therefore never incomplete. */
export async function collectPublication(
  from: string,
  context: SourceContext,
  sign?: SignBundle,
): Promise<Publication> {
  const { skills, diagnostics, elsewhere = [] } = await directory.fetch(from, context);
  const refused = diagnostics.find(({ severity }) => severity === "error");
  if (refused) throw unpublishable(from, refused.message, refused.help);
  const found: PublishableSkill[] = [];
  for (const each of skills) found.push(await makePublishable(each, sign));
  const left = [...diagnostics, ...notOffered(elsewhere)];
  return { skills: found.sort((a, b) => compareText(a.name, b.name)), diagnostics: left };
}

async function makePublishable({ name, bundle }: SourceSkill, sign: SignBundle | undefined): Promise<PublishableSkill> {
  const described = describeSkill(name, bundle);
  if ("wrong" in described) throw unpublishable(name, described.wrong);
  const signed = sign ? await withSignature(bundle, sign) : bundle;
  return {
    ...described,
    bundle: signed,
    digest: digestBundle(signed),
    signed: signed.files.some(({ path }) => path === SIGNATURE_FILES.ssh || path === SIGNATURE_FILES.oms),
  };
}

/**
 * Adds the signature file to the skill's directory, so that every source includes the signature. An existing signature
 * is replaced.
 */
async function withSignature(bundle: Bundle, sign: SignBundle): Promise<Bundle> {
  const file = { path: SIGNATURE_FILES.ssh, bytes: await sign(bundle), executable: false };
  const files = [...bundle.files.filter(({ path }) => path !== file.path), file];
  return { files: files.sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path))) };
}

/** Packs a skill. Its files are in the directory `prefix` of the archive. */
export function packSkill({ bundle }: PublishableSkill, prefix = ""): Uint8Array {
  return packBundle({ files: bundle.files.map((file) => ({ ...file, path: `${prefix}${file.path}` })) });
}

function unpublishable(what: string, why: string, hint?: string): OperationError {
  return new OperationError("SK690", `\`${what}\` cannot be published: ${why}`, {
    hint: hint ?? `run \`skillwright check\` on it; nothing was published`,
  });
}
