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

/** Returns true for a skill of another MCP server, which has no directory on this machine. */
export function isServed({ directory }: { readonly directory: string }): boolean {
  return directory.startsWith("/mcp:");
}

/** Formats any value for display. */
export function written(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
}
