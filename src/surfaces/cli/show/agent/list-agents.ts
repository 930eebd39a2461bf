/** Implements `agent --agents`: lists the agents, and shows the problems of invalid agent definitions. */

import { loadAgents } from "../../../../catalog/load/load-agents.ts";
import type { AgentDefinition } from "../../../../model/skills/agent-definition.ts";
import { padToWidth, printableLine } from "../../../../model/text/display/printable.ts";
import { diagnosticJson, mapLazily, SCHEMA } from "../../../../ops/answers/answer.ts";
import { allAgents } from "../../../agent/choose-agent.ts";
import type { Context } from "../../command.ts";
import { printDiagnostics } from "../../findings/print-groups.ts";
import { writeObject } from "../../output/json.ts";
import { shownPath } from "../../output/output.ts";

export async function listAgents({ load, json, out, err, paint, paintErr }: Context): Promise<number> {
  const setup = await loadAgents(load);
  const { cwd, diagnostics, config } = setup;
  const agents = allAgents(setup);
  const failed = diagnostics.some(({ severity }) => severity === "error") ? 1 : 0;
  if (json) {
    const first = { schema: SCHEMA, default: config.agent.defaultAgent };
    writeObject(out, first, {
      agents: mapLazily(agents, (agent) => agent),
      diagnostics: mapLazily(diagnostics, diagnosticJson),
    });
    return failed;
  }
  const width = Math.max(...agents.map(({ id }) => id.length));
  for (const agent of agents)
    out.line(
      `${paint.bold(padToWidth(printableLine(agent.id), width))}  ${printableLine(about(agent))}  ${paint.dim(whereOf(agent, cwd))}`,
    );
  if (diagnostics.length > 0) err.line(printDiagnostics(diagnostics, { cwd, color: paintErr.bold("") !== "" }));
  return failed;
}

function about({ name, description, model, allowSkills }: AgentDefinition): string {
  const skills = allowSkills === true ? "all skills" : allowSkills === false ? "no skills" : allowSkills.join(", ");
  return [description ?? name, ...(model ? [model] : []), skills].join("; ");
}

function whereOf({ path }: AgentDefinition, cwd: string): string {
  return path === undefined ? "built in" : shownPath(path, cwd);
}
