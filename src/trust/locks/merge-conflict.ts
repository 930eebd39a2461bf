/** A file that git could not merge by itself → its two sides, each as that branch would have it. */
export interface Sides {
  readonly ours: string;
  readonly theirs: string;
}

const MARKERS = { ours: /^<{7}(?: |$)/, base: /^\|{7}(?: |$)/, theirs: /^={7}$/, end: /^>{7}(?: |$)/ } as const;

/** undefined where nothing is in conflict; what stands for the common base is part of neither side. */
export function sidesOf(text: string): Sides | undefined {
  if (!/^<{7}/m.test(text)) return undefined;
  const ours: string[] = [];
  const theirs: string[] = [];
  let part: "both" | "ours" | "base" | "theirs" = "both";
  for (const line of text.split("\n")) {
    const next = partAfter(line, part);
    if (next !== undefined) part = next;
    else {
      if (part === "both" || part === "ours") ours.push(line);
      if (part === "both" || part === "theirs") theirs.push(line);
    }
  }
  return { ours: ours.join("\n"), theirs: theirs.join("\n") };
}

/** Where a marker leads; undefined for a line of the file itself. */
function partAfter(line: string, part: string): "both" | "ours" | "base" | "theirs" | undefined {
  if (part === "both") return MARKERS.ours.test(line) ? "ours" : undefined;
  if (part === "ours" && MARKERS.base.test(line)) return "base";
  if (part !== "theirs" && MARKERS.theirs.test(line)) return "theirs";
  return part === "theirs" && MARKERS.end.test(line) ? "both" : undefined;
}
