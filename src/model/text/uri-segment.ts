/** A segment of an address, decoded; undefined where it is not well formed. */
export function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** What could be a file's name, and stays one. */
export function isFileName(segment: string): boolean {
  return segment !== "" && segment !== "." && segment !== ".." && !/[/\\\0]/.test(segment);
}
