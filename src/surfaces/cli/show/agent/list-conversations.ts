/** Implements `agent --sessions`: lists the stored conversations, newest first. */
import { loadAgents } from "../../../../catalog/load/load-agents.ts";
import { cutToWidth, printableLine } from "../../../../model/text/display/printable.ts";
import { mapLazily, SCHEMA } from "../../../../ops/answers/answer.ts";
import { nodeFiles } from "../../../../platform/files/node-files.ts";
import { listStoredConversations } from "../../../agent/transcript/history.ts";
import type { Context } from "../../command.ts";
import { writeObject } from "../../output/json.ts";
import { plural } from "../../output/present.ts";

export async function listConversations({ load, json, out, err, paint, width }: Context): Promise<number> {
  const { history } = await loadAgents(load);
  const entries = listStoredConversations(history, nodeFiles);
  if (json) {
    writeObject(out, { schema: SCHEMA, history }, { sessions: mapLazily(entries, (entry) => entry) });
    return 0;
  }
  for (const { id, cwd, agent, begins } of entries) {
    const said = printableLine(begins.replaceAll(/\s+/g, " ").trim());
    const where = paint.dim(printableLine(cwd));
    out.line(cutToWidth(`${paint.bold(printableLine(id))}  ${printableLine(agent)}  ${where}  ${said}`, width));
  }
  err.line(
    entries.length === 0
      ? `no conversations yet; they are stored in ${printableLine(history)}`
      : plural(entries.length, "conversation"),
  );
  return 0;
}
