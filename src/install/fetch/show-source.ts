import { showPath } from "../../trust/bundle/refusal.ts";

const MAX_SHOWN = 2048;
// A branch, a tag, a commit or a digest. Any other fragment could be a token.
const PLAIN_FRAGMENT = /^(?:sha256:)?[\w./+-]*$/;
// A local path, or a package and its version. In any other text, `USER:PASSWORD@` could come first.
const PLAIN_START = /^(?:[.~/\\]|[a-z]:\\|(?:npm|plugin|clawhub):[^:]*$)/i;

/** [I28] A source's text without what could be a secret: user and password, the part after `?`, and an unusual fragment. */
export function showSource(text: string): string {
  const cut = text
    .slice(0, MAX_SHOWN)
    .replace(/#(.*)$/s, (all, fragment: string) => (PLAIN_FRAGMENT.test(fragment) ? all : "#…"))
    .replace(/\?.*$/s, "?…");
  const url = URL.canParse(cut) ? new URL(cut) : undefined;
  if (url === undefined || url.host === "") {
    const isPlain = PLAIN_START.test(cut);
    return showPath(cut.replace(/^.*\/\/.*@/s, "…@").replace(/^.*:.*@/s, (all) => (isPlain ? all : "…@")));
  }
  return showPath(url.password === "" && url.username === "" ? cut : cut.replace(/\/\/.*@/s, "//…@"));
}
