/**
 * The configuration keys of `skillwright agent`, most with pickle-bot's names. Only the user may set where messages,
 * keys or files go. A project that could set it could send them to a stranger.
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
    summary: "where conversations are kept",
  },
  {
    key: "llm.provider",
    type: "text",
    default: null,
    personal: true,
    summary: "whose model: a name of `providers`, or one that is built in",
  },
  { key: "llm.model", type: "text", default: null, personal: true, summary: "the model, as its provider calls it" },
  {
    key: "llm.api_key",
    type: "text",
    default: null,
    personal: true,
    secret: true,
    summary: "the key; a variable of the environment is the better place",
  },
  { key: "llm.api_base", type: "text", default: null, personal: true, summary: "the address of the endpoint" },
  {
    key: "llm.temperature",
    type: "temperature",
    default: null,
    personal: true,
    summary: "how freely the model chooses",
  },
  { key: "llm.max_tokens", type: "count", default: null, personal: true, summary: "tokens of one answer" },
  {
    key: "llm.context_window",
    type: "count",
    default: null,
    personal: true,
    summary: "tokens that the model can read at once; the catalog and compaction go by it",
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
    summary: "the model that each name stands for which skills wish for, such as `opus: anthropic/NAME`",
  },
  {
    key: "agent.effort",
    type: "boolean",
    default: false,
    personal: true,
    summary: "whether the effort that skills wish for is handed on to the endpoint",
  },
  {
    key: "agent.environment",
    type: "texts",
    default: [],
    adds: true,
    personal: true,
    fileOnly: true,
    summary: "variables that commands of the model get although they look like secrets, by name or pattern",
  },
  { key: "agent.max_steps", type: "count", default: 50, summary: "answers of the model to one message" },
  {
    key: "agent.ask_timeout_seconds",
    type: "count",
    default: 600,
    summary: "how long a question waits for its answer",
  },
];
