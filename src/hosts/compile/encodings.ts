/**
 * Where each host stores each intent: a frontmatter key, a key of `metadata`, or a sidecar. If an intent has no place,
 * the host does not support it. `docs/hosts/` has the sources of these facts.
 */
import type { Intent } from "../../model/skills/intents.ts";
import {
  type Codec,
  flagCodec,
  invertedFlagCodec,
  listCodec,
  mapCodec,
  optionalFlagCodec,
  optionalListCodec,
  textCodec,
  toolsCodec,
  wordFlagCodec,
} from "./codecs.ts";

export interface IntentKey {
  /** `SKILL.md` for the frontmatter; otherwise the path of a sidecar. */
  readonly file: string;
  /** The keys from the top of the file to the value. */
  readonly path: readonly string[];
  readonly codec: Codec;
}

export interface Encoding {
  readonly keys: Readonly<Partial<Record<Intent, IntentKey>>>;
  /** Keys that are written for another version of the host. They are never read back. */
  readonly also?: { readonly heededBy: string; readonly keys: Encoding["keys"] };
}

const SKILL = "SKILL.md";
const OPENAI = "agents/openai.yaml";

const at = (path: string, codec: Codec): IntentKey => ({ file: SKILL, path: path.split("."), codec });

const USER = { userInvocable: at("user-invocable", flagCodec(true)) };
const MODEL = { modelInvocable: at("disable-model-invocation", invertedFlagCodec) };
const HINT = { argumentHint: at("argument-hint", textCodec) };

/** The keys of Claude Code. Other hosts use some of them, too. */
const CLAUDE = {
  ...USER,
  ...MODEL,
  ...HINT,
  whenToUse: at("when_to_use", textCodec),
  argumentNames: at("arguments", listCodec),
  grantedTools: at("allowed-tools", listCodec),
  removedTools: at("disallowed-tools", listCodec),
  fork: at("context", wordFlagCodec("fork")),
  agent: at("agent", textCodec),
  model: at("model", textCodec),
  effort: at("effort", textCodec),
  paths: at("paths", listCodec),
  hooks: at("hooks", mapCodec),
};

/** Aleph's `eligibility`, which we also use. */
const ELIGIBILITY = {
  platforms: at("eligibility.os", listCodec),
  programs: at("eligibility.required-bins", listCodec),
  anyPrograms: at("eligibility.any-bins", listCodec),
  variables: at("eligibility.required-env", listCodec),
  settings: at("eligibility.required-config", listCodec),
  requiredSkills: at("eligibility.required-skills", listCodec),
  conflicts: at("eligibility.conflicts", listCodec),
};

/** Returns the encoding of a host that follows the OpenOxide blueprint. The sidecar's name contains the host's name. */
const blueprint = (sidecar: string): Encoding => ({
  keys: {
    ...CLAUDE,
    ...ELIGIBILITY,
    background: at("background", optionalFlagCodec),
    onlyTools: at("metadata.skillwright.only-tools", optionalListCodec),
    tools: { file: sidecar, path: ["dependencies", "tools"], codec: toolsCodec() },
  },
});

const NOTHING: Encoding = { keys: {} };

export const ENCODINGS: Readonly<Record<string, Encoding>> = {
  skillwright: blueprint("agents/skillwright.yaml"),
  openoxide: blueprint("agents/openoxide.yaml"),
  "claude-code": { keys: CLAUDE },
  codex: {
    keys: {
      modelInvocable: { file: OPENAI, path: ["policy", "allow_implicit_invocation"], codec: flagCodec(true) },
      tools: { file: OPENAI, path: ["dependencies", "tools"], codec: toolsCodec(["mcp"]) },
    },
  },
  // Version 2 of the host reads the keys in `also`. The profile describes version 1, which has no such keys.
  opencode: {
    keys: {},
    also: {
      heededBy: "its version 2",
      keys: {
        modelInvocable: at("metadata.opencode/autoinvoke", flagCodec(true)),
        userInvocable: at("metadata.opencode/slash", flagCodec(true)),
      },
    },
  },
  "gemini-cli": NOTHING,
  pi: { keys: MODEL },
  "copilot-cli": { keys: { ...USER, ...MODEL, ...HINT, grantedTools: CLAUDE.grantedTools } },
  vscode: { keys: { ...USER, ...MODEL, ...HINT, fork: CLAUDE.fork } },
  cursor: { keys: { ...USER, ...MODEL, paths: CLAUDE.paths } },
  goose: {
    keys: { argumentNames: at("metadata.arguments", listCodec), argumentHint: at("metadata.argument-hint", textCodec) },
  },
  crush: { keys: { ...MODEL, userInvocable: at("user-invocable", flagCodec(false)) } },
  openclaw: {
    keys: {
      ...USER,
      ...MODEL,
      platforms: at("metadata.openclaw.os", listCodec),
      programs: at("metadata.openclaw.requires.bins", listCodec),
      anyPrograms: at("metadata.openclaw.requires.anyBins", listCodec),
      variables: at("metadata.openclaw.requires.env", listCodec),
      settings: at("metadata.openclaw.requires.config", listCodec),
    },
  },
  "qwen-code": {
    keys: {
      ...USER,
      ...MODEL,
      ...HINT,
      whenToUse: CLAUDE.whenToUse,
      grantedTools: at("allowedTools", listCodec),
      model: CLAUDE.model,
      paths: CLAUDE.paths,
      hooks: CLAUDE.hooks,
    },
  },
  "kimi-cli": NOTHING,
  "kimi-code": { keys: { ...MODEL, whenToUse: CLAUDE.whenToUse } },
  cline: NOTHING,
  "roo-code": NOTHING,
  crabtalk: NOTHING,
  aleph: { keys: { ...USER, ...MODEL, ...ELIGIBILITY } },
  caliban: NOTHING,
  "pickle-bot": NOTHING,
};

/** Other spellings of keys that some readers accept. */
const SPELLINGS: readonly (readonly string[])[] = [
  ["disable_model_invocation"],
  ["user_invocable"],
  ["globs"],
  ["metadata", "skillwright.only-tools"],
  ...["clawdbot", "moltbot", "clawdis"].flatMap((block) => [
    ["metadata", block, "os"],
    ["metadata", block, "requires"],
  ]),
];

/** Every place in which a host stores an intent. Existing values in these places are replaced or removed. */
export const ALL_KEYS: readonly Pick<IntentKey, "file" | "path">[] = [
  ...Object.values(ENCODINGS).flatMap(({ keys, also }) => [...Object.values(keys), ...Object.values(also?.keys ?? {})]),
  ...SPELLINGS.map((path) => ({ file: SKILL, path })),
  ...["agents/skillwright.yaml", "agents/openoxide.yaml"].map((file) => ({
    file,
    path: ["policy", "allow_implicit_invocation"],
  })),
];
