/** Shares skills with clients, for the fixtures of its codes. */

import { type LoadOptions, loadSkills } from "../../src/catalog/load/load.ts";
import { openServerSkills } from "../../src/catalog/servers/open-server-skills.ts";
import type { Diagnostic } from "../../src/model/diagnostics/diagnostic.ts";
import { OperationError } from "../../src/model/errors.ts";
import { openSkills } from "../../src/ops/open-skills.ts";
import { openMcp } from "../../src/surfaces/mcp/open-mcp.ts";
import { connect } from "../surfaces/mcp/connect.ts";

/** Lists the skills as a client with the Skills extension does. */
export async function sharedSkills(options: LoadOptions): Promise<readonly Diagnostic[]> {
  const said: Diagnostic[] = [];
  const open = await openMcp(await openSkills(options), { version: "0", onRemark: (each) => said.push(each) });
  const { skills, close } = await connect(open);
  await skills.list();
  await close();
  return said;
}

const ENTRY = {
  uri: "skill://pdf/SKILL.md",
  frontmatter: { name: "pdf", description: "Fills forms. Use for PDF files." },
  resources: [{ uri: "skill://pdf/SKILL.md", digest: `sha256:${"0".repeat(64)}`, size: 9 }],
};

/** Reads a server's only skill: not approved yet, not loadable, or different from its entry. */
export async function servedSkills(how: string, options: LoadOptions): Promise<readonly Diagnostic[]> {
  const configured = { ...options, servers: false, config: { mcp: { docs: { command: "docs", skills: true } } } };
  const { config } = await loadSkills(configured);
  const skills = [how === "declined" ? { ...ENTRY, resources: "dynamic" } : ENTRY];
  const port = {
    list: async () => ({ skills, invalid: [] }),
    read: () => Promise.reject(new Error("it has 12 bytes; the skill entry lists 9")),
    together: <T>(action: () => Promise<T>) => action(),
    listen: () => () => undefined,
  };
  const servers = openServerSkills(config, configured, () => port);
  if (how === "changed") await servers.approve("mcp:docs:pdf", true);
  const opened = await openSkills({ ...configured, sources: servers.sources });
  if (how !== "changed") return opened.snapshot.diagnostics;
  const activated = await opened.activate({ asked: "mcp:docs:pdf", actor: "model" });
  if (!("refusal" in activated)) throw new OperationError("SK914", "it was loaded", {});
  const { code, reason, help = "" } = activated.refusal;
  return [{ code, severity: "error", message: reason, help }];
}
