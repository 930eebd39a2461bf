/** Frontmatter that the server passes on unchecked; readers accept only values of the expected type. */
export type Bag = Readonly<Record<string, unknown>>;

export function bag(value: unknown): Bag {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Bag) : {};
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Another MCP server has it; there is no directory of this machine to look into. */
export function isServed({ directory }: { readonly directory: string }): boolean {
  return directory.startsWith("/mcp:");
}

/** Anything, to be looked at. */
export function written(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
}
