/** Finds the policy files of one machine and project, and reads those that are there. */
import type { Diagnostic } from "../model/diagnostic.ts";
import { systemCode } from "../model/errors.ts";
import type { PolicyFile, PolicyLayer } from "../model/policy.ts";
import type { Files } from "../platform/files.ts";
import { MAX_POLICY_BYTES } from "./policy-keys.ts";
import { readPolicy, unreadable } from "./read-policy.ts";

export interface PolicyPlace {
  readonly layer: PolicyLayer;
  readonly path: string;
  /** A project's own file counts where its folder is trusted. */
  readonly trusted: boolean;
}

export interface LoadedPolicy {
  readonly files: readonly PolicyFile[];
  readonly diagnostics: readonly Diagnostic[];
}

export function loadPolicy(places: readonly PolicyPlace[], files: Files): LoadedPolicy {
  const read = places.flatMap((place) => readPlace(place, files) ?? []);
  return { files: read.map(({ value }) => value), diagnostics: read.flatMap(({ diagnostics }) => diagnostics) };
}

function readPlace({ layer, path, trusted }: PolicyPlace, files: Files): ReturnType<typeof readPolicy> | undefined {
  try {
    const text = Buffer.from(files.readFile(path, MAX_POLICY_BYTES)).toString("utf8");
    if (trusted) return readPolicy({ layer, path, text });
    const unused = "the folder is not trusted";
    return { value: { layer, path, unused, rules: [], skill: { rules: [], agents: {} } }, diagnostics: [] };
  } catch (error) {
    const code = systemCode(error);
    if (code === "") throw error;
    return code === "ENOENT" || code === "ENOTDIR" ? undefined : unreadable({ layer, path }, code);
  }
}
