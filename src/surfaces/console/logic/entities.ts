/** Decodes entities such as `&amp;` in Markdown. The result is used as text, never as markup. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0", copy: "©", reg: "®", trade: "™", deg: "°" },
  ...{ hellip: "…", ndash: "–", mdash: "—", lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”", bull: "•", middot: "·" },
  ...{ larr: "←", rarr: "→", uarr: "↑", darr: "↓", harr: "↔", times: "×", le: "≤", ge: "≥", ne: "≠", euro: "€" },
};
const LAST_CHARACTER = 0x10ffff;

export function unescapeText(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(NAMES, name) ? (NAMES[name] ?? all) : all;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= LAST_CHARACTER ? String.fromCodePoint(code) : all;
  });
}
