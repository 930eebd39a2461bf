/** [C2] How names are compared: without regard to case or to compatibility forms (fullwidth letters, ligatures). */
export function nameKey(name: string): string {
  return PLAIN.test(name) ? name : name.normalize("NFKC").toLowerCase().trim();
}

const PLAIN = /^[a-z0-9:-]+$/;
