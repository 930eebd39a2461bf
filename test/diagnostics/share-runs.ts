/** What is said of skills that others are to have, for the fixtures of its codes. */
import type { LoadOptions } from "../../src/load.ts";
import type { Diagnostic } from "../../src/model/diagnostic.ts";
import { openSkills } from "../../src/open-skills.ts";
import { openMcp } from "../../src/surfaces/mcp/open-mcp.ts";
import { connect } from "../mcp/connect.ts";

/** A client that lists the skills, as one with the extension does. */
export async function sharedSkills(options: LoadOptions): Promise<readonly Diagnostic[]> {
  const said: Diagnostic[] = [];
  const open = await openMcp(await openSkills(options), { version: "0", onRemark: (each) => said.push(each) });
  const { skills, close } = await connect(open);
  await skills.list();
  await close();
  return said;
}
