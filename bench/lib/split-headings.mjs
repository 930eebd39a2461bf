// Splits a body into its headings and the rest, as the product does. A code block has no headings.
export function splitHeadings(markdown) {
  const headings = [];
  const rest = [];
  let fence = "";
  for (const line of markdown.split("\n")) {
    const opened = /^ {0,3}(`{3}|~{3})/.exec(line)?.[1] ?? "";
    if (opened !== "") fence = fence === "" ? opened : fence === opened ? "" : fence;
    (fence === "" && /^ {0,3}#{1,6}[ \t]/.test(line) ? headings : rest).push(line);
  }
  return { headings: headings.join("\n"), body: rest.join("\n") };
}
