/** Skills of other MCP servers: shown as they are served now, and approved exactly so. */
import { type LoadOptions, prepare } from "../catalog/load/load.ts";
import { openServerSkills, type ServedSkillView, type ServerSkills } from "../catalog/servers/open-server-skills.ts";
import { plural } from "../model/text/text.ts";
import type { ApprovalInput } from "./carry-out.ts";
import type { OperationContext } from "./operation.ts";

/** A skill as a server has it now; `text` is that of its SKILL.md, if it was read. */
export type ServedView = ServedSkillView & { readonly text?: string };

export interface ServedChange {
  readonly views: readonly ServedView[];
  /** The names of the skills whose approval changed. */
  readonly changed: readonly string[];
  /** Skills that still need a yes. */
  readonly open: readonly ServedView[];
  readonly forgets: boolean;
}

export async function openServed(load: LoadOptions): Promise<ServerSkills> {
  const options = { ...load, servers: false };
  return openServerSkills((await prepare(options)).config, options);
}

/** Views skills; reads the text of those that `reads` chooses. */
export function viewServed(
  names: readonly string[],
  servers: ServerSkills,
  reads: (view: ServedSkillView) => boolean,
): Promise<ServedView[]> {
  return servers.together(async () => {
    const views: ServedView[] = [];
    for (const name of names) {
      const view = await servers.view(name);
      views.push(reads(view) ? { ...view, text: await servers.text(name, view.digest) } : view);
    }
    return views;
  });
}

/** Approves skills after a review, or with `forgets` takes their approval back. */
export async function changeServed(
  names: readonly string[],
  { forgets, ...input }: ApprovalInput & { readonly forgets: boolean },
  context: OperationContext,
): Promise<ServedChange> {
  const servers = await openServed(context.load);
  const views = await viewServed(names, servers, ({ state }) => !forgets && state !== "approved");
  const open = views.filter(({ state }) => (forgets ? state !== "new" : state !== "approved"));
  const draft: ServedChange = { views, changed: [], open, forgets };
  const isApproved = await isYes(draft, input, context);
  if (input.dryRun || open.length === 0 || !isApproved) return draft;
  for (const { name, digest } of open) await servers.approve(name, forgets ? false : digest);
  return { ...draft, changed: open.map(({ name }) => name), open: [] };
}

/**
 * [MC24] `accept` approves exactly the digests that it names. `yes` approves nothing: a server's files are not audited, so
 * none of them is proven to need no look.
 */
async function isYes(
  draft: ServedChange,
  { accept, dryRun = false }: ApprovalInput,
  context: OperationContext,
): Promise<boolean> {
  const { open, forgets } = draft;
  const isSaid = accept ? open.every(({ digest }) => accept.includes(digest)) : forgets;
  const asks = !isSaid && accept === undefined && !dryRun && open.length > 0;
  const answer = await context.review?.(draft, asks ? `Approve ${plural(open.length, "skill")} as shown?` : undefined);
  return isSaid || answer === "yes";
}

/** The part of a view that an approval stands for. */
export function servedFiles({ name, server, uri, files }: ServedSkillView): object {
  return { name, server, uri, files };
}
