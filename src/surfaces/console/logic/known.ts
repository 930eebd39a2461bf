/** Frontmatter that the server passes on unchecked. Code that reads a value must check its type. */
export type UnknownFields = Readonly<Record<string, unknown>>;

export function asFields(value: unknown): UnknownFields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as UnknownFields) : {};
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function asText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns true for a skill of another MCP server. Such a skill has no directory on this machine. */
export function isServed({ directory }: { readonly directory: string }): boolean {
  return directory.startsWith("/mcp:");
}

/** Formats any value for display. */
export function formatValue(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
}
