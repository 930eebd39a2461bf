/**
 * Publishes a directory of skills to a local or OCI registry. Everything is read, checked, packed and signed before
 * anything is written or sent.
 */
import { resolve } from "node:path";
import { findProjectRoot } from "../../hosts/roots/resolve-roots.ts";
import type { PublishedSkill } from "../../install/publish/build-registry.ts";
import type { Publication } from "../../install/publish/collect-publication.ts";
import type { WrittenFile } from "../../install/publish/write-registry.ts";
import type { SourceContext } from "../../install/source.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { INSTALL_LIMITS } from "../../model/skills/bundle.ts";
import { type Environment, nodeEnvironment } from "../../platform/environment.ts";
import { realPathIfAny } from "../../platform/files/files.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { requireTargetIn } from "../../platform/files/real-target.ts";
import type { Fetch } from "../../platform/network/fetch.ts";
import type { Spawn } from "../../platform/processes/spawn.ts";

export interface PublishRequest {
  /** A skill, or a directory of skills. */
  readonly from: string;
  /** The directory of a registry that a web server will serve, or `oci://registry/name:tag`. */
  readonly to: string;
  /** A private key, or a public key whose private key is in the user's SSH agent (default: no signature). */
  readonly key?: string;
  readonly dryRun?: boolean;
}

export interface PublishOptions {
  readonly cwd?: string;
  readonly environment?: Environment;
  readonly fetch?: Fetch;
  readonly spawn?: Spawn;
}

export interface Published {
  readonly to: string;
  readonly skills: readonly PublishedSkill[];
  readonly files: readonly WrittenFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Publishes the skills. Throws SK690 and publishes nothing if a skill cannot be published. */
export async function publishSkills(request: PublishRequest, options: PublishOptions = {}): Promise<Published> {
  const context = await contextOf(options);
  const { cwd } = context.environment;
  const { collectPublication } = await import("../../install/publish/collect-publication.ts");
  const { signWith } = await import("../../install/publish/sign-manifest.ts");
  const sign = request.key === undefined ? undefined : signWith(resolve(cwd, request.key), context);
  const publication = await collectPublication(resolve(cwd, request.from), context, sign);
  return request.to.startsWith(OCI)
    ? pushTo(request, publication, context)
    : publishTo(resolve(cwd, request.to), publication, context, request.dryRun ?? false);
}

const OCI = "oci://";

async function publishTo(
  to: string,
  { skills, diagnostics }: Publication,
  { environment, files }: SourceContext,
  dryRun: boolean,
): Promise<Published> {
  const { buildRegistry } = await import("../../install/publish/build-registry.ts");
  const { writeRegistry } = await import("../../install/publish/write-registry.ts");
  const registry = buildRegistry(skills);
  const projectRoot = findProjectRoot(environment.cwd, [".git"], files, environment);
  for (const { path } of registry.files) requireTargetIn(resolve(to, path), to, projectRoot);
  return { to, skills: registry.skills, files: writeRegistry(to, registry.files, dryRun), diagnostics };
}

async function pushTo(
  { to, dryRun = false }: PublishRequest,
  { skills, diagnostics }: Publication,
  context: SourceContext,
): Promise<Published> {
  const { pushSkills } = await import("../../install/publish/push-oci.ts");
  return { to, skills: await pushSkills(skills, to, context, dryRun), files: [], diagnostics };
}

async function contextOf({
  cwd,
  environment = nodeEnvironment(),
  fetch,
  spawn,
}: PublishOptions): Promise<SourceContext> {
  return {
    environment: { ...environment, cwd: realDirectory(resolve(environment.cwd, cwd ?? ".")) },
    files: nodeFiles,
    fetch: fetch ?? (await import("../../platform/network/node-fetch.ts")).openFetch(),
    spawn: spawn ?? (await import("../../platform/processes/node-spawn.ts")).nodeSpawn,
    limits: INSTALL_LIMITS,
    // Publishing creates no temporary files.
    temporary: () => "",
  };
}

function realDirectory(path: string): string {
  return realPathIfAny(path, nodeFiles) ?? path;
}
