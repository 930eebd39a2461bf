/** Returns a name as an id: lower case, with hyphens for spaces. */
export function slug(name: string): string {
  return name.toLowerCase().replaceAll(" ", "-");
}
