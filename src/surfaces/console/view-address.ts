/** Stores the current view in the part of the address after `#`. Every view can then be bookmarked and shared. */
export const VIEWS = ["skills", "skill", "map", "hosts", "budget", "review", "code"] as const;
export type View = (typeof VIEWS)[number];

export interface ViewAddress {
  readonly view: View;
  /** The selection in the view: a skill, a tab, a search. */
  readonly at: Readonly<Record<string, string>>;
}

/** Parses an address. If the address is invalid, returns the view of all skills. */
export function readAddress(hash: string): ViewAddress {
  const [name = "", query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const view = VIEWS.find((each) => each === name) ?? "skills";
  return { view, at: Object.fromEntries(new URLSearchParams(query)) };
}

export function hashOf(view: View, at: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(at).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const query = new URLSearchParams(given).toString();
  return query === "" ? `#/${view}` : `#/${view}?${query}`;
}
