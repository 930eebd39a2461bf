/**
 * The configuration keys of `skillwright agent`. Most have pickle-bot's names. Only the user may set the destinations
 * of messages, keys and files, because a project could send them to a stranger.
 */
import type { ConfigKey } from "./values.ts";

export const AGENT_KEYS: readonly ConfigKey[] = [
  {
    key: "default_agent",
    type: "text",
    default: "default",
    summary: "the agent that `skillwright agent` starts, by the name of its directory",
  },
  {
    key: "agents_path",
    type: "path",
    default: null,
    personal: true,
    summary: "the directory of your agents, instead of `agents` beside your configuration",
  },
  {
    key: "history_path",
    type: "path",
    default: null,
    personal: true,
    summary: "the directory in which conversations are stored",
  },
  {
    key: "llm.provider",
    type: "text",
    default: null,
    personal: true,
    summary: "the model's provider: a name of `providers`, or a built-in one",
  },
  { key: "llm.model", type: "text", default: null, personal: true, summary: "the model's name at its provider" },
  {
    key: "llm.api_key",
    type: "text",
    default: null,
    personal: true,
    secret: true,
    summary: "the API key; an environment variable is safer",
  },
  { key: "llm.api_base", type: "text", default: null, personal: true, summary: "the address of the endpoint" },
  {
    key: "llm.temperature",
    type: "temperature",
    default: null,
    personal: true,
    summary: "the sampling temperature",
  },
  {
    key: "llm.max_tokens",
    type: "count",
    default: null,
    personal: true,
    summary: "the maximum number of tokens of one answer",
  },
  {
    key: "llm.context_window",
    type: "count",
    default: null,
    personal: true,
    summary: "the context window in tokens; it limits the catalog and triggers compaction",
  },
  {
    key: "providers",
    type: "map",
    default: {},
    personal: true,
    secret: true,
    summary: "endpoints by name, each with `api`, `base_url`, `api_key_env` and `model`",
  },
  {
    key: "agent.models",
    type: "map",
    default: {},
    personal: true,
    summary: "the model to use for each model name in skills, such as `opus: anthropic/NAME`",
  },
  {
    key: "agent.effort",
    type: "boolean",
    default: false,
    personal: true,
    summary: "whether the `effort` of skills is sent to the endpoint",
  },
  {
    key: "agent.environment",
    type: "texts",
    default: [],
    adds: true,
    personal: true,
    fileOnly: true,
    summary: "variables that the model's commands receive although they look like secrets, by name or pattern",
  },
  { key: "agent.max_steps", type: "count", default: 50, summary: "the maximum number of model calls for one message" },
  {
    key: "agent.ask_timeout_seconds",
    type: "count",
    default: 600,
    summary: "the time limit for the user's answer to a question",
  },
];
