// Query parameters that are known to contain no token.
const PLAIN_PARAMETERS = [
  "branch",
  "download",
  "file",
  "format",
  "id",
  "name",
  "path",
  "raw",
  "ref",
  "tag",
  "v",
  "version",
];

/**
 * Returns a source for a lockfile or a message, without the user, the password, and parameters that could be a token.
 */
export function withoutSecrets(source: string): string {
  if (!source.includes("://")) return source;
  return source.replace(/(https?:\/\/)[^/?#]*@/gi, "$1").replace(/\?([^#]*)/s, (_, query: string) => {
    const plain = query.split("&").filter((each) => PLAIN_PARAMETERS.includes(each.split("=")[0]?.toLowerCase() ?? ""));
    return plain.length === 0 ? "" : `?${plain.join("&")}`;
  });
}

/** Returns an address for a message: without its login, its parameters and its fragment. */
export function hideSecrets(address: string): string {
  return hideLogins(address).replace(/[?#].*$/s, (rest) => `${rest[0]}…`);
}

/**
 * Returns a path from the user without secrets, for a message. The text may be an address, although the command accepts
 * only paths.
 */
export function hideSecretsInPath(path: string): string {
  return ADDRESS.test(path) ? hideSecrets(path) : hideLogins(path);
}

/**
 * Hides secrets in a path: segments such as `USER:PASSWORD@HOST`, the user of an address, and parameters such as
 * `;session=…`.
 */
export function hideLogins(path: string): string {
  return hideEncodedLogins(path).replace(LOGIN, "…@").replace(USER, "$1…@").replace(PARAMETERS, ";…");
}

/** Hides only logins in percent-encoding, such as `USER%3APASSWORD%40HOST`. */
export function hideEncodedLogins(text: string): string {
  return text.replace(ENCODED_LOGIN, "…@");
}

const ENCODED_LOGIN = /[^/\s]*%3a[^/\s]*(?:@|%40)/gi;
// `NAME:TAG@sha256:…` is an image name in a registry, not a login.
const LOGIN = /[^/\s]*:[^/\s]*@(?!sha256:)/g;
// Matches a user without a password, because the user alone can be a token. A path from an address can have one slash.
const USER = /([a-z]{2,}:\/+)[^/?#\s]+@/gi;
const ADDRESS = /[a-z]{2,}:\//i;
const PARAMETERS = /;[^/?#]*=[^/?#]*/g;
