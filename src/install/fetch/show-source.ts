import { showPath } from "../../trust/bundle/refusal.ts";

const MAX_SHOWN = 2048;

/** [I28] A source's text, fit to be shown: the part before an `@` of an address, and the part after `?`, could be a secret. */
export function showSource(text: string): string {
  const cut = text.slice(0, MAX_SHOWN).replace(/\?.*$/s, "?…");
  const url = URL.canParse(cut) ? new URL(cut) : undefined;
  if (url === undefined || url.host === "") return showPath(cut.replace(/^.*\/\/.*@/s, "…@"));
  return showPath(url.password === "" && url.username === "" ? cut : cut.replace(/\/\/.*@/s, "//…@"));
}
