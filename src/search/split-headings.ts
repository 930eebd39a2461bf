/** A body to its headings and the rest. What stands in a code block is no heading, whatever it begins with. */
export function splitHeadings(markdown: string): { readonly headings: string; readonly rest: string } {
  const headings: string[] = [];
  const rest: string[] = [];
  let fence = "";
  for (const line of markdown.split("\n")) {
    const opened = FENCE.exec(line)?.[1] ?? "";
    if (opened !== "") fence = fence === "" ? opened : fence === opened ? "" : fence;
    (fence === "" && HEADING.test(line) ? headings : rest).push(line);
  }
  return { headings: headings.join("\n"), rest: rest.join("\n") };
}

const FENCE = /^ {0,3}(`{3}|~{3})/;
const HEADING = /^ {0,3}#{1,6}[ \t]/;
