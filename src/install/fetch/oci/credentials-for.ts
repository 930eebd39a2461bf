/** Reads the credentials that `docker login` and similar tools store. It runs no credential helpers. */
import { anything, hasShape, matching, object, record } from "../../../model/schema.ts";
import { readJson } from "../../../platform/files/read-json.ts";
import type { SourceContext } from "../../source.ts";

const CONFIG = object({ auths: record(anything("a login"), "logins by registry") });
const LOGIN = object({ auth: matching(/^[A-Za-z0-9+/]+=*$/, "`user:password` in base64") });

/**
 * Returns `user:password` in base64 for a header; undefined without a login. A broken file is treated as no login,
 * because the registry then reports the missing login.
 */
export function credentialsFor(registry: string, { environment, files }: SourceContext): string | undefined {
  const { variables, home } = environment;
  const config = readJson(`${variables["DOCKER_CONFIG"] || `${home}/.docker`}/config.json`, files);
  const auths = hasShape(config, CONFIG) ? config.auths : {};
  for (const key of [registry, `https://${registry}`, `https://${registry}/v2/`, `https://${registry}/v1/`]) {
    const entry = Object.hasOwn(auths, key) ? auths[key] : undefined;
    if (hasShape(entry, LOGIN)) return entry.auth;
  }
  return undefined;
}
