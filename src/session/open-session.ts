/** Opens a session on a catalog: its gates, its guard and its hooks, and the sessions of agents that are sent from it. */
import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import type { OpenCatalog } from "../catalog/open-catalog.ts";
import { appendLine } from "../platform/writing/append-line.ts";
import { controlSession, type Sender } from "./control/control-session.ts";
import { Session } from "./conversation/session.ts";
import type { SessionOptions } from "./conversation/session-options.ts";

/** With `sender`, inside of another session: with its secrets, and without the skills that its agents may not load. */
export async function openSession(catalog: OpenCatalog, options: SessionOptions, sender?: Sender): Promise<Session> {
  const journal = options.journal ?? catalog.config.journal;
  const given = journal === null ? options : { ...options, journal: resolve(catalog.snapshot.cwd, journal) };
  return new Session(catalog, given, {
    clock: options.clock ?? Date.now,
    newId: randomUUID,
    append: appendLine,
    ...(await controlSession(catalog, given, sender)),
    child: async ({ id, agent, depth, secrets }) => {
      const { state: _, ...rest } = given;
      const session = await openSession(
        catalog,
        { ...rest, id, agent, control: { ...given.control, depth } },
        { secrets, agents: [...(sender?.agents ?? []), given.agent] },
      );
      return { session, tools: async () => (await import("./tools/skill-tools.ts")).skillTools(session) };
    },
  });
}
