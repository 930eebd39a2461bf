/** Checks where a link in a skill's text may lead: to the web, to mail, or to another file of the skill. */
export type SafeLink = { readonly to: "web"; readonly href: string } | { readonly to: "file"; readonly path: string };

const SCHEMES = new Set(["http:", "https:", "mailto:"]);
const NOWHERE = "https://skill.invalid/";
const MAX_LENGTH = 2000;

/**
 * Returns where a link leads; undefined if it is not allowed. The browser parses the link, so unusual spellings of the
 * scheme are recognized.
 */
export function safeLink(written: string): SafeLink | undefined {
  if (written.length > MAX_LENGTH) return undefined;
  let url: URL;
  try {
    url = new URL(written, NOWHERE);
  } catch {
    return undefined;
  }
  if (!SCHEMES.has(url.protocol) || url.username !== "" || url.password !== "") return undefined;
  if (url.origin !== new URL(NOWHERE).origin) return { to: "web", href: url.href };
  const path = decoded(url.pathname).replace(/^\//, "");
  return path === "" ? undefined : { to: "file", path };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns a valid colour; undefined for any other text, so that no other text becomes part of a style. */
export function safeColour(written: unknown): string | undefined {
  return typeof written === "string" && /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(written) ? written : undefined;
}
