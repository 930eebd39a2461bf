// Parameters that say what is asked for. Any other could be a token.
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

/** The text of a source as it may be written down: without user, password and parameters that could be a token. */
export function withoutSecrets(source: string): string {
  if (!source.includes("://")) return source;
  return source.replace(/(https?:\/\/)[^/?#]*@/gi, "$1").replace(/\?([^#]*)/s, (_, query: string) => {
    const plain = query.split("&").filter((each) => PLAIN_PARAMETERS.includes(each.split("=")[0]?.toLowerCase() ?? ""));
    return plain.length === 0 ? "" : `?${plain.join("&")}`;
  });
}

/** An address for a message: without its login, its parameters and its fragment. */
export function hideSecrets(address: string): string {
  return hideLogins(address).replace(/[?#].*$/s, (rest) => `${rest[0]}…`);
}

/** A path without a segment that looks like `USER:PASSWORD@HOST`, and without parameters such as `;session=…`. */
export function hideLogins(path: string): string {
  return hideEncodedLogins(path).replace(LOGIN, "…@").replace(PARAMETERS, ";…");
}

/** The same for `USER%3APASSWORD%40HOST` alone. */
export function hideEncodedLogins(text: string): string {
  return text.replace(ENCODED_LOGIN, "…@");
}

const ENCODED_LOGIN = /[^/\s]*%3a[^/\s]*(?:@|%40)/gi;
// `NAME:TAG@sha256:…` names something in a registry.
const LOGIN = /[^/\s]*:[^/\s]*@(?!sha256:)/g;
const PARAMETERS = /;[^/?#]*=[^/?#]*/g;
