/** JSON with comments and trailing commas, as agents write their settings; undefined where it is not even that. */
export function parseJsonc(text: string): unknown {
  try {
    return JSON.parse(strip(text.replace(/^\ufeff/, "")));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Strings stay as they are; comments become a space, and a comma before a closing bracket goes. */
function strip(text: string): string {
  return text
    .replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n\r]*|\/\*[\s\S]*?\*\//g, (_, string: string | undefined) => string ?? " ")
    .replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[\]}])/g, (_, string: string | undefined) => string ?? "");
}
