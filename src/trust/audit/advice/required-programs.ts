/** A program that must be installed first, from a page that anybody can put up in a minute. */
import type { Finding } from "../../../model/rules/audit.ts";
import { finding } from "../finding.ts";
import type { Material, TextFile } from "../material.ts";

const DEMAND =
  /\b(?:must (?:first )?be (?:installed|running|downloaded)|(?:is|are) (?:strictly )?required (?:for|to|before)|needs? to be installed|requires? (?:the )?[\w-]{3,40} (?:utility|tool|cli|agent|helper|driver|authenticator)\b|won'?t work without|will not work without|before (?:using|proceeding|you (?:start|begin)))\b/i;
const FETCH = /\b(?:download|setup|set up|install(?:er|ation)?|get it|visit)\b/i;
/** Pages without a name of their own, endings that cost nothing, and programs that come as such. */
const ANYBODY =
  /https?:\/\/(?:[\w-]{2,60}\.(?:vercel\.app|netlify\.app|pages\.dev|web\.app|firebaseapp\.com|herokuapp\.com|onrender\.com|surge\.sh|glitch\.me|repl\.co|weebly\.com|wixsite\.com|blogspot\.com)|(?:[\w-]{1,60}\.){1,3}(?:forum|xyz|top|icu|click|link|live|site|online|fun|buzz|cfd|sbs|monster|quest|lol|zip|mov))(?:[/\s)\]"'`>]|$)|https?:\/\/[^\s)"'`>]{4,160}\.(?:zip|rar|7z|exe|dmg|msi|scr)\b/i;

/** The demand, the word and the address stand within a few lines. */
const NEAR = 4;

export function requiredPrograms({ texts }: Material): Finding[] {
  return texts.flatMap((file) =>
    file.role === "skill" && file.text.includes("://") ? demanded(file).slice(0, 1) : [],
  );
}

function demanded({ path, lines }: TextFile): Finding[] {
  const near = (at: number): string =>
    lines
      .slice(Math.max(0, at - NEAR), at + NEAR)
      .map(({ text }) => text)
      .join("\n");
  return lines.flatMap(({ text, number, column, place }, index) => {
    const at = text.search(ANYBODY);
    if (at === -1 || place === "code") return [];
    const around = near(index);
    if (!DEMAND.test(around) || !FETCH.test(around)) return [];
    const message = "it demands a program from an address that anybody can put up";
    return [finding("SK825", { message, path, line: number, column: column + at + 1, text, at })];
  });
}
