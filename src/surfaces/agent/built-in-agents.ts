/** The agents that need no file: the one that starts unless another is named, and the one that forks go to. */
import type { AgentDefinition } from "../../api/agent.ts";

const PROMPT =
  "You help the user with the work in this directory. Look before you answer: read the files that matter, and run what shows " +
  "whether something is true. Do what was asked, no more; say plainly what you did, what you found, and what is left open.";

export const DEFAULT_AGENT: AgentDefinition = {
  id: "default",
  name: "Default",
  description: "helps with the work in a directory",
  allowSkills: true,
  skills: [],
  prompt: PROMPT,
};

export const GENERAL_PURPOSE: AgentDefinition = {
  id: "general-purpose",
  name: "General purpose",
  description: "does one task on its own, and reports",
  allowSkills: true,
  skills: [],
  prompt: `${PROMPT} You work on one task, alone. Only your last message reaches the caller: make it a report.`,
};

export const BUILT_IN_AGENTS: readonly AgentDefinition[] = [DEFAULT_AGENT, GENERAL_PURPOSE];
