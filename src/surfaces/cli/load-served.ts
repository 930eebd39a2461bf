import { type LoadOptions, openSkills, type Snapshot } from "../../index.ts";

/** With the skills of other MCP servers. */
export async function loadServed(options: LoadOptions): Promise<{ readonly snapshot: Snapshot }> {
  return openSkills(options);
}
