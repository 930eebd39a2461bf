/** `agent --sessions`: the conversations that are kept, newest first. */
import { loadAgents } from "../../../catalog/load/load-agents.ts";
import { map, SCHEMA } from "../../../ops/answers/answer.ts";
import { nodeFiles } from "../../../platform/files/node-files.ts";
import { listHistory } from "../../agent/transcript/history.ts";
import type { Context } from "../command.ts";
import { writeObject } from "../output/json.ts";
import { cut, printable } from "../output/paint.ts";
import { plural } from "../output/present.ts";

export async function listConversations({ load, json, out, err, paint, width }: Context): Promise<number> {
  const { history } = await loadAgents(load);
  const entries = listHistory(history, nodeFiles);
  if (json) {
    writeObject(out, { schema: SCHEMA, history }, { sessions: map(entries, (entry) => entry) });
    return 0;
  }
  for (const { id, cwd, agent, begins } of entries) {
    const said = printable(begins.replaceAll(/\s+/g, " ").trim());
    out.line(cut(`${paint.bold(id)}  ${printable(agent)}  ${paint.dim(printable(cwd))}  ${said}`, width));
  }
  err.line(
    entries.length === 0
      ? `no conversations yet; they are stored in ${printable(history)}`
      : plural(entries.length, "conversation"),
  );
  return 0;
}
