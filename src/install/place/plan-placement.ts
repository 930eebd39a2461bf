/**
 * Plans the fewest symlinks with which each host sees exactly one copy of a skill. It simulates every host with its own
 * view. The skill stays in its place, and no file changes.
 */
import { basename } from "node:path";
import type { HostView, ViewRoot } from "../../hosts/views/host-view.ts";
import { systemCode } from "../../model/errors.ts";
import type { HostProfile } from "../../model/host-profile.ts";
import type { Files } from "../../platform/files/files.ts";
import { linkedFiles } from "../../platform/files/linked-files.ts";
import { chooseLinks, subsetsOf } from "./choose-links.ts";

export interface PlacementRequest {
  /** The skill's directory with symlinks resolved. */
  readonly directory: string;
  /** The skill file in the skill's directory. */
  readonly file: string;
  /** Symlinks are created or removed only below this directory: the project, or the home. */
  readonly within: string;
  readonly profiles: readonly HostProfile[];
  readonly files: Files;
  /** Returns the number of hosts that search a directory. */
  readonly searchedBy: (root: string) => number;
  /** Returns the skills that a host would see with these files. */
  readonly view: (profile: HostProfile, files: Files) => Promise<HostView>;
}

/** A symlink to create or remove. */
export interface LinkStep {
  readonly do: "link" | "unlink";
  readonly at: string;
  readonly to: string;
}

export interface Placement {
  readonly directory: string;
  readonly steps: readonly LinkStep[];
  readonly hosts: readonly PlacedHost[];
}

export interface PlacedHost {
  readonly host: string;
  /**
   * The path at which the host will see the skill. Undefined if the host will not see the skill, or will see it more
   * than once.
   */
  readonly path?: string;
  /** The reason why no symlink helps. */
  readonly because?: { readonly code: string; readonly text: string };
}

interface Candidate {
  readonly at: string;
  readonly linked: boolean;
}

// Maximum symlinks to consider. They are in skill roots at all levels between a directory and its project. Roots that
// most hosts search come first.
const MAX_CANDIDATES = 14;

export async function planPlacement(request: PlacementRequest): Promise<Placement> {
  const { directory, profiles, files } = request;
  const views = await Promise.all(profiles.map((profile) => request.view(profile, files)));
  const candidates = candidatesOf(views, request);
  const current = candidates.filter(({ linked }) => linked);
  const lookWith = viewer(request, views, candidates);
  const content = async (links: readonly Candidate[]): Promise<number> => {
    const seen = await Promise.all(profiles.map((_, at) => lookWith(at, links)));
    return seen.filter((view) => placedIn(view, request).path !== undefined).length;
  };
  const everybody = await reachable(profiles.length, candidates, async (at, links) => {
    return placedIn(await lookWith(at, links), request).path !== undefined;
  });
  const chosen = await chooseLinks({ candidates, current, content, everybody });
  const after = await Promise.all(profiles.map((_, at) => lookWith(at, chosen)));
  return {
    directory,
    steps: [
      ...chosen.filter((each) => !each.linked).map(({ at }) => ({ do: "link", at, to: directory }) as const),
      ...current
        .filter((each) => !chosen.includes(each))
        .map(({ at }) => ({ do: "unlink", at, to: directory }) as const),
    ],
    hosts: after.map((view) => placedIn(view, request)),
  };
}

/** Returns how many hosts can be satisfied. No host needs more than two links. */
async function reachable(
  hosts: number,
  candidates: readonly Candidate[],
  isContent: (host: number, links: readonly Candidate[]) => Promise<boolean>,
): Promise<number> {
  const some = [0, 1, 2].flatMap((size) => [...subsetsOf(candidates, size)]);
  let count = 0;
  for (let host = 0; host < hosts; host += 1)
    for (const links of some)
      if (await isContent(host, links)) {
        count += 1;
        break;
      }
  return count;
}

/**
 * Returns a function that caches the views of hosts. The view of a host depends only on the symlinks in its own roots.
 */
function viewer(
  { profiles, files, directory, view }: PlacementRequest,
  views: readonly HostView[],
  candidates: readonly Candidate[],
): (host: number, links: readonly Candidate[]) => Promise<HostView> {
  const known = new Map<string, Promise<HostView>>();
  return (host, links) => {
    const roots = views[host]?.roots ?? [];
    const own = candidates.filter(({ at }) => roots.some((root) => at.startsWith(`${root.path}/`)));
    const wanted = own.filter((each) => links.includes(each));
    const key = JSON.stringify([host, wanted.map(({ at }) => at)]);
    const before = known.get(key);
    if (before) return before;
    const added = new Map(wanted.filter(({ linked }) => !linked).map(({ at }) => [at, directory]));
    const removed = new Set(own.filter((each) => each.linked && !wanted.includes(each)).map(({ at }) => at));
    const seen = view(profiles[host] as HostProfile, linkedFiles(files, { added, removed }));
    known.set(key, seen);
    return seen;
  };
}

/** Returns true if the host sees the skill exactly once, and no other skill with its name. */
function placedIn({ profile, roots, entries }: HostView, { file, within }: PlacementRequest): PlacedHost {
  const host = profile.name;
  if (profile.runtime === "none")
    return { host, because: { code: "SK729", text: `${profile.title} has no skills of its own` } };
  const own = entries.filter((entry) => entry.file === file);
  const visible = own.filter(({ outcome }) => outcome === "visible");
  const [first, second] = visible;
  if (first && second)
    return { host, because: { code: "SK728", text: `it would see both \`${first.path}\` and \`${second.path}\`` } };
  if (first === undefined) return { host, because: own[0]?.because ?? unseen(roots, within) };
  const other = entries.find(
    (entry) => entry.outcome === "visible" && entry.name === first.name && entry.file !== file,
  );
  if (other)
    return { host, because: { code: "SK728", text: `it has another skill of that name at \`${other.path}\`` } };
  return { host, path: first.path };
}

function unseen(roots: readonly ViewRoot[], within: string): NonNullable<PlacedHost["because"]> {
  return roots.some((root) => isOpen(root, within))
    ? { code: "SK706", text: "it follows no links, or the path is taken; copy the skill there" }
    : { code: "SK701", text: "it searches no directory that can hold a link" };
}

/** Returns possible symlinks: in skill roots, under the skill's name, in free paths. */
function candidatesOf(views: readonly HostView[], request: PlacementRequest): Candidate[] {
  const { directory, within, files, searchedBy } = request;
  const open = views.flatMap((view) => view.roots.filter((each) => isOpen(each, within))).map(({ path }) => path);
  const roots = [...new Set(open)].filter((path) => realOf(path, files) === path);
  return roots
    .sort((a, b) => searchedBy(b) - searchedBy(a) || a.length - b.length || (a < b ? -1 : 1))
    .flatMap((root) => candidateAt(`${root}/${basename(directory)}`, directory, files))
    .slice(0, MAX_CANDIDATES);
}

function isOpen({ path, kind, namespace, scope }: ViewRoot, within: string): boolean {
  return (
    kind === "skills" && namespace === "" && (scope === "repo" || scope === "user") && path.startsWith(`${within}/`)
  );
}

function candidateAt(at: string, directory: string, files: Files): Candidate[] {
  try {
    const { kind } = files.lstat(at);
    const leadsThere = kind === "link" && realOf(at, files) === directory;
    return leadsThere ? [{ at, linked: true }] : [];
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [{ at, linked: false }];
    // A file is in the place of a directory of the path, or the directory is not readable.
    if (systemCode(error) !== "") return [];
    throw error;
  }
}

/** Resolves symlinks in a path. Returns a missing path unchanged. */
function realOf(path: string, files: Files): string {
  try {
    return files.realPath(path);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return path;
    if (systemCode(error) !== "") return "";
    throw error;
  }
}
