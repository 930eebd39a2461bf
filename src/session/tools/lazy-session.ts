/**
 * Lists skills and tools for a model before a session exists. The first tool call opens the session. The lists are the
 * same as in a new session.
 */
import { offeredSkills } from "../../activate/access/why-refused.ts";
import { listOpenCatalog } from "../../activate/list-open-catalog.ts";
import type { OpenCatalog } from "../../catalog/open-catalog.ts";
import type { Actor, AgentScope, OfferedSkill, SkillRequester } from "../../model/conversation/offer.ts";
import { grantsScripts } from "../../model/rules/run-settings.ts";
import { limitedScope } from "../conversation/conversation.ts";
import type { Session } from "../conversation/session.ts";
import type { SessionTools } from "../conversation/session-options.ts";
import { openLoadGate } from "../permit/open-load-gate.ts";
import type { ToolSession } from "./tool-session.ts";

/** Returns the skills that an actor may have in a new session. */
export async function offeredSkillsIn(
  catalog: OpenCatalog,
  actor: Actor,
  scope?: AgentScope,
): Promise<readonly OfferedSkill[]> {
  return offeredSkills(catalog.snapshot, { actor, ...(await askingIn(catalog, scope)) });
}

/** Returns a session for tools. Until a tool is called, it only lists skills. */
export async function lazySession(catalog: OpenCatalog, open: () => Promise<Session>): Promise<ToolSession> {
  const asking = await askingIn(catalog);
  let tools: SessionTools | undefined;
  let opened: Promise<Session> | undefined;
  const session = (): Promise<Session> => {
    opened ??= open().then((made) => {
      if (tools) made.useTools(tools);
      return made;
    });
    return opened;
  };
  return {
    profile: catalog.profile,
    useTools(names) {
      tools = names;
    },
    offered: async (actor) => offeredSkills(catalog.snapshot, { actor, ...asking }),
    catalog: (options) =>
      listOpenCatalog(catalog, { ...asking, ...(tools?.search ? { searchTool: tools.search } : {}), ...options }),
    async cutShort(window) {
      const { counts } = await listOpenCatalog(catalog, { ...asking, ...(window === undefined ? {} : { window }) });
      return counts.shortened + counts["name-only"] + counts.omitted;
    },
    search: async (queries, options) => (await session()).search(queries, options),
    activate: async (request) => (await session()).activate(request),
    readResource: async (asked, path, range) => (await session()).readResource(asked, path, range),
    async grantsScripts() {
      const skills = offeredSkills(catalog.snapshot, { actor: "model", ...asking }).map(({ loaded }) => loaded.skill);
      return grantsScripts(catalog.config.run.allow.scripts, skills);
    },
    runScript: async (asked, request, signal) => (await session()).runScript(asked, request, signal),
  };
}

async function askingIn(catalog: OpenCatalog, given?: AgentScope): Promise<Omit<SkillRequester, "actor">> {
  const { permission } = await openLoadGate(catalog, {}, [undefined]);
  const scope = limitedScope(given, permission, catalog.profile);
  return { files: [], asksForVariables: true, ...(scope === undefined ? {} : { scope }) };
}
