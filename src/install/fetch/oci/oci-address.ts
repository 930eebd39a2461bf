/** Parses `oci://registry/name:tag@digest`. It checks only the syntax. */
import { OperationError } from "../../../model/errors.ts";
import { showPath } from "../../../trust/bundle/refusal.ts";

export interface OciAddress {
  /** The registry's URL: `https://registry`, or `http` if it is on this machine. */
  readonly server: string;
  /** Host and port. Stored credentials have this key. */
  readonly registry: string;
  readonly name: string;
  readonly tag: string;
  /** The required digest of the manifest. */
  readonly digest?: string;
  /** The address as a user would write it. */
  readonly text: string;
}

export const OCI_SCHEME = "oci://";

const MAX_TEXT = 1024;
const MAX_NAME = 255;
const HOST =
  /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:]+\])(?::[0-9]{1,5})?$/i;
const PART = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/;
const TAG = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;
const LOOPBACK = /^(?:localhost|127\.[0-9.]+|\[::1\])(?::|$)/i;

/** Parses an address. Throws SK603 if the address is invalid or contains credentials. */
export function parseOciAddress(text: string): OciAddress {
  const [bare = "", digest, ...more] = text.slice(OCI_SCHEME.length).split("@");
  const slash = bare.indexOf("/");
  const registry = bare.slice(0, Math.max(0, slash));
  const colon = bare.indexOf(":", slash);
  const name = bare.slice(slash + 1, colon === -1 ? undefined : colon);
  const tag = colon === -1 ? "latest" : bare.slice(colon + 1);
  const isName = name.length <= MAX_NAME && name.split("/").every((part) => PART.test(part));
  const wrong = text.length > MAX_TEXT || more.length > 0 || !HOST.test(registry) || !isName || !TAG.test(tag);
  if (wrong || (digest !== undefined && !DIGEST.test(digest))) throw refused(text);
  return {
    server: `${LOOPBACK.test(registry) ? "http" : "https"}://${registry}`,
    registry,
    name,
    tag,
    ...(digest === undefined ? {} : { digest }),
    text: `${OCI_SCHEME}${bare}${digest === undefined ? "" : `@${digest}`}`,
  };
}

function refused(text: string): OperationError {
  // The message hides text before an `@`, because it could be a password.
  const shown = showPath(
    text
      .slice(0, MAX_TEXT)
      .replace(/[?#].*$/s, (all) => `${all[0]}…`)
      .replace(/\/\/.*@(?!sha256:)/s, "//…@")
      .replace(/;.*$/s, ";…"),
  );
  return new OperationError("SK603", `\`${shown}\` is not a valid registry address`, {
    hint: "write `oci://registry/name` without user or password; `:tag` or `@sha256:…` can follow",
  });
}
