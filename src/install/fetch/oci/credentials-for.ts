/** Reads the credentials that `docker login` and similar tools store. It runs no credential helpers. */
import { systemCode } from "../../../model/errors.ts";
import { isMap } from "../../../model/schema.ts";
import type { SourceContext } from "../../source.ts";

const MAX_BYTES = 1_000_000;

/** Returns `user:password` in base64 for a header; undefined without a login. */
export function credentialsFor(registry: string, { environment, files }: SourceContext): string | undefined {
  const { variables, home } = environment;
  const config = readJson(`${variables["DOCKER_CONFIG"] || `${home}/.docker`}/config.json`, files);
  const auths = isMap(config) && isMap(config["auths"]) ? config["auths"] : {};
  for (const key of [registry, `https://${registry}`, `https://${registry}/v2/`, `https://${registry}/v1/`]) {
    const entry = Object.hasOwn(auths, key) ? auths[key] : undefined;
    const auth = isMap(entry) ? entry["auth"] : undefined;
    if (typeof auth === "string" && /^[A-Za-z0-9+/]+=*$/.test(auth)) return auth;
  }
  return undefined;
}

/** Treats a broken file as no login. The registry then reports the missing login. */
function readJson(path: string, files: SourceContext["files"]): unknown {
  try {
    return JSON.parse(Buffer.from(files.readFile(path, MAX_BYTES)).toString("utf8"));
  } catch (error) {
    if (error instanceof SyntaxError || systemCode(error) !== "") return undefined;
    throw error;
  }
}
