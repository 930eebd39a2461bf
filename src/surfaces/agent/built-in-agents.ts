/** The built-in agents, which need no AGENT.md: the default agent, and the agent for skills with `context: fork`. */
import type { AgentDefinition } from "../../api/agent.ts";

const PROMPT =
  "You help the user with the work in this directory. Look before you answer: read the files that matter, and run what shows " +
  "whether something is true. Do only what was asked. Report plainly what you did, what you found, and what is open.";

export const DEFAULT_AGENT: AgentDefinition = {
  id: "default",
  name: "Default",
  description: "helps with tasks in a directory",
  allowSkills: true,
  skills: [],
  prompt: PROMPT,
};

const GENERAL_PURPOSE: AgentDefinition = {
  id: "general-purpose",
  name: "General purpose",
  description: "does one task alone, and reports the result",
  allowSkills: true,
  skills: [],
  prompt: `${PROMPT} You work on one task, alone. Only your last message reaches the caller: make it a report.`,
};

export const BUILT_IN_AGENTS: readonly AgentDefinition[] = [DEFAULT_AGENT, GENERAL_PURPOSE];
