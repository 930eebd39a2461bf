/** The library has no types; this is the part that is used. */
declare module "js-yaml-4" {
  /** Throws for invalid YAML and for several documents. */
  export function load(text: string): unknown;
}
