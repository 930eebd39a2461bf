/** Signs a bundle with the user's `ssh-keygen`. The key can also be in an SSH agent or on a hardware token. */
import { OperationError, systemCode } from "../../model/errors.ts";
import type { Bundle } from "../../model/skills/bundle.ts";
import { foreignText } from "../../model/text/display/foreign-text.ts";
import type { Files } from "../../platform/files/files.ts";
import { manifestOf } from "../../trust/signatures/manifest.ts";
import { SSH_NAMESPACE } from "../../trust/signatures/ssh/ssh-signature.ts";
import type { SourceContext } from "../source.ts";

export type SignBundle = (bundle: Bundle) => Promise<Uint8Array>;

// Time limit of a signature. It is long enough for the user to touch a hardware token.
const TIMEOUT_MS = 120_000;
const MAX_OUTPUT = 65_536;
const MAX_KEY_BYTES = 65_536;

const PASSED = ["PATH", "HOME", "SSH_AUTH_SOCK", "SSH_ASKPASS", "DISPLAY", "SystemRoot"];

/**
 * Returns a function that signs bundles. `key` is the file of a private key, or of a public key whose private key is in
 * the SSH agent.
 */
export function signWith(
  key: string,
  { spawn, environment, files }: Pick<SourceContext, "spawn" | "environment" | "files">,
): SignBundle {
  checkKey(key, files);
  const variables = Object.fromEntries(
    PASSED.flatMap((name) => {
      const value = environment.variables[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return async (bundle) => {
    const args = ["-Y", "sign", "-n", SSH_NAMESPACE, "-f", key];
    const input = Buffer.from(manifestOf(bundle).text);
    try {
      const options = { input, variables, timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_OUTPUT };
      const { code, stdout, stderr } = await spawn("ssh-keygen", args, options);
      if (code === 0 && stdout.length > 0) return stdout;
      throw unsigned(key, foreignText("ssh-keygen", stderr.trim().split("\n").at(-1) ?? ""));
    } catch (error) {
      if (systemCode(error) === "ENOENT") throw unsigned(key, "there is no `ssh-keygen`", error);
      throw error;
    }
  };
}

/** Throws if the key is not a small regular file, because `ssh-keygen` reads any file, even an endless device. */
function checkKey(key: string, files: Files): void {
  try {
    const { kind, size } = files.stat(key);
    if (kind === "file" && size <= MAX_KEY_BYTES) return;
  } catch (error) {
    if (systemCode(error) === "") throw error;
    throw unsigned(key, "it cannot be read", error);
  }
  throw unsigned(key, "it is not a key file");
}

function unsigned(key: string, why: string, cause?: unknown): OperationError {
  return new OperationError("SK690", `nothing could be signed with \`${key}\`${why === "" ? "" : `: ${why}`}`, {
    hint: "give your private key, or the public key of a private key in your SSH agent; nothing was published",
    cause,
  });
}
