/** Shows the current skills of other MCP servers, and approves exactly the shown files. */
import { type LoadOptions, prepareLoad } from "../../catalog/load/load.ts";
import { openServerSkills, type ServedSkillView, type ServerSkills } from "../../catalog/servers/open-server-skills.ts";
import { plural } from "../../model/text/text.ts";
import type { OperationContext } from "../operation.ts";
import type { ApprovalInput } from "./apply-approved.ts";

/** The current version of a server's skill. `text` is the content of its SKILL.md, if it was read. */
export type ServedView = ServedSkillView & { readonly text?: string };

export interface ServedChange {
  readonly views: readonly ServedView[];
  /** The names of the skills whose approval changed. */
  readonly changed: readonly string[];
  /** Skills that still need approval. */
  readonly open: readonly ServedView[];
  readonly forgets: boolean;
}

export async function openServedSkills(load: LoadOptions): Promise<ServerSkills> {
  const options = { ...load, servers: false };
  return openServerSkills((await prepareLoad(options)).config, options);
}

/** Returns views of skills. If `reads` returns true for a skill, its text is read too. */
export function viewServedSkills(
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

/** Approves skills after a review. With `forgets`, it withdraws their approval instead. */
export async function changeServedApprovals(
  names: readonly string[],
  { forgets, ...input }: ApprovalInput & { readonly forgets: boolean },
  context: OperationContext,
): Promise<ServedChange> {
  const servers = await openServedSkills(context.load);
  const views = await viewServedSkills(names, servers, ({ state }) => !forgets && state !== "approved");
  const open = views.filter(({ state }) => (forgets ? state !== "new" : state !== "approved"));
  const draft: ServedChange = { views, changed: [], open, forgets };
  const isApproved = await isYes(draft, input, context);
  if (input.dryRun || open.length === 0 || !isApproved) return draft;
  for (const { name, digest } of open) await servers.approve(name, forgets ? false : digest);
  return { ...draft, changed: open.map(({ name }) => name), open: [] };
}

/**
 * [MC24] Returns true if the change is approved. `accept` approves exactly the named digests. `yes` approves nothing,
 * because a server's files are not audited and always need a review.
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

/** Returns the part of a view that an approval covers. */
export function approvedPartOf({ name, server, uri, files }: ServedSkillView): object {
  return { name, server, uri, files };
}
