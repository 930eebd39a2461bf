/** The library brings no types; this is all that is used of it. */
declare module "js-yaml-4" {
  /** Throws what is not YAML, or not one document. */
  export function load(text: string): unknown;
}
