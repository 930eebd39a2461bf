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

/** [I28] The text of a source as it may be written down: without user, password and parameters that could be a token. */
export function withoutSecrets(source: string): string {
  if (!source.includes("://")) return source;
  return source.replace(/(https?:\/\/)[^/?#]*@/gi, "$1").replace(/\?([^#]*)/s, (_, query: string) => {
    const plain = query.split("&").filter((each) => PLAIN_PARAMETERS.includes(each.split("=")[0]?.toLowerCase() ?? ""));
    return plain.length === 0 ? "" : `?${plain.join("&")}`;
  });
}
