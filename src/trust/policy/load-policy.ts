/** Finds and reads the policy files of a machine and a project. */
import { isUtf8 } from "node:buffer";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { MAX_POLICY_BYTES, type PolicyFile, type PolicyLayer } from "../../model/rules/policy.ts";
import type { Files } from "../../platform/files/files.ts";
import { readExisting, readProblem } from "../../platform/files/read-text.ts";
import { readPolicy, unreadablePolicy } from "./read-policy.ts";

export interface PolicyPath {
  readonly layer: PolicyLayer;
  readonly path: string;
  /** True if the project's folder is trusted. If not, the project's policy file is ignored. */
  readonly trusted: boolean;
}

export interface LoadedPolicy {
  readonly files: readonly PolicyFile[];
  readonly diagnostics: readonly Diagnostic[];
}

export function loadPolicy(policies: readonly PolicyPath[], files: Files): LoadedPolicy {
  const read = policies.flatMap((place) => readPolicyFile(place, files) ?? []);
  return { files: read.map(({ value }) => value), diagnostics: read.flatMap(({ diagnostics }) => diagnostics) };
}

function readPolicyFile({ layer, path, trusted }: PolicyPath, files: Files): ReturnType<typeof readPolicy> | undefined {
  try {
    const bytes = readExisting(path, MAX_POLICY_BYTES, files);
    if (bytes === undefined) return undefined;
    if (!trusted) return untrusted({ layer, path });
    if (!isUtf8(bytes)) return unreadablePolicy({ layer, path }, "it is not UTF-8");
    return readPolicy({ layer, path, text: new TextDecoder().decode(bytes) });
  } catch (error) {
    // A broken symlink is treated as an unreadable policy, because its author meant it to contain rules.
    const problem = readProblem(error);
    return trusted ? unreadablePolicy({ layer, path }, problem) : untrusted({ layer, path });
  }
}

function untrusted({ layer, path }: Pick<PolicyPath, "layer" | "path">): ReturnType<typeof readPolicy> {
  const unused = "the folder is not trusted";
  return { value: { layer, path, unused, rules: [], skill: { rules: [], agents: {} } }, diagnostics: [] };
}
