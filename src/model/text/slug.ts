/** Returns a name as an id: lower case, with hyphens for spaces. */
export function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(" ", "-");
}
