/** Defines tools for clients without the extension. The tools load, find and read skills. */
import { type McpServer, ProtocolError, ProtocolErrorCode, type Tool } from "@modelcontextprotocol/server";
import type { NeutralTool } from "../../model/conversation/neutral-tool.ts";
import type { AgentScope } from "../../model/conversation/offer.ts";
import type { Skills } from "../../ops/open-skills.ts";
import type { Session } from "../../session/conversation/session.ts";
import type { SkillToolOptions } from "../../session/tools/skill-tools.ts";
import type { Connection } from "./connection.ts";

const CALLED: SkillToolOptions = {
  resources: true,
  search: true,
  choices: false,
  names: { skill: "skill", resource: "skill_resource", search: "skill_search", list: "skill_list" },
};

// A client without the extension receives no other text of Skillwright. The tool's description therefore lists the
// skills.
const LISTED: SkillToolOptions = { ...CALLED, listing: "description", choices: true };

/** Returns the options of the tools. If the host has only a single tool for skills, clients get only this tool too. */
function optionsFor({ profile }: Skills, options: SkillToolOptions): SkillToolOptions {
  return profile.tool?.alone
    ? { choices: profile.naming.id === "directory", resources: false, search: false }
    : options;
}

/** Offers the tools to clients without the extension. Listing the tools opens a session only if there is a `scope`. */
export function offerTools({ server }: McpServer, skills: Skills, connection: Connection, scope?: AgentScope): void {
  server.registerCapabilities({ tools: { listChanged: true } });
  server.setRequestHandler("tools/list", async (_request, context) => {
    if (connection.hasExtension(context)) return { tools: [] };
    const session = scope ? await openSession(skills, scope) : undefined;
    return { tools: (await skills.tools(session, optionsFor(skills, LISTED))).map(listed) };
  });
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const { name, arguments: given = {} } = params;
    const tool = (await toolsFor(given, skills, connection, scope)).find((each) => each.name === name);
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool \`${name}\``);
    const { content, isError } = await connection.run(context, (signal) => tool.execute(given, { signal }));
    return { content: [{ type: "text", text: content }], isError };
  });
}

/**
 * Returns the tools. Each call has a new session, because a client may drop earlier content without notice. If the user
 * has loaded a skill, its files are read in the session that loaded it.
 */
async function toolsFor(
  given: Readonly<Record<string, unknown>>,
  skills: Skills,
  connection: Connection,
  scope: AgentScope | undefined,
): Promise<readonly NeutralTool[]> {
  const { name } = given;
  const known = typeof name === "string" ? connection.sessionOf(name) : undefined;
  const options = optionsFor(skills, CALLED);
  const fresh = await skills.tools(await openSession(skills, scope), options);
  return known === undefined ? fresh : withReader(fresh, await skills.tools(known, options));
}

function openSession(skills: Skills, scope: AgentScope | undefined): Promise<Session> {
  return skills.session({ control: { guard: false }, ...(scope ? { scope } : {}) });
}

function withReader(tools: readonly NeutralTool[], others: readonly NeutralTool[]): readonly NeutralTool[] {
  const readers = others.filter((tool) => tool.name === CALLED.names?.resource);
  return [...readers, ...tools];
}

function listed({ name, description, jsonSchema }: NeutralTool): Tool {
  return {
    name,
    description,
    inputSchema: jsonSchema as Tool["inputSchema"],
    annotations: { readOnlyHint: name !== "skill_script", openWorldHint: false },
  };
}
