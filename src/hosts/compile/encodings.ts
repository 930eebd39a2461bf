/**
 * Where each host keeps each intent: in a key of the frontmatter, below `metadata`, or in a sidecar. What has no place is not
 * known to that host. One row per host; `docs/hosts/` says where the facts come from.
 */
import type { Intent } from "../../model/skills/intents.ts";
import { type Codec, is, list, map, maybe, maybeList, not, text, tools, word } from "./codecs.ts";

export interface Place {
  /** `SKILL.md` for the frontmatter, or a sidecar. */
  readonly file: string;
  /** Keys, from the top. */
  readonly path: readonly string[];
  readonly codec: Codec;
}

export interface Encoding {
  readonly places: Readonly<Partial<Record<Intent, Place>>>;
  /** Written too, for another version of the host that heeds it; never read back. */
  readonly also?: { readonly heededBy: string; readonly places: Encoding["places"] };
}

const SKILL = "SKILL.md";
const OPENAI = "agents/openai.yaml";

const at = (path: string, codec: Codec): Place => ({ file: SKILL, path: path.split("."), codec });

const USER = { userInvocable: at("user-invocable", is(true)) };
const MODEL = { modelInvocable: at("disable-model-invocation", not) };
const HINT = { argumentHint: at("argument-hint", text) };

/** Claude Code's keys, which others have taken over in part. */
const CLAUDE = {
  ...USER,
  ...MODEL,
  ...HINT,
  whenToUse: at("when_to_use", text),
  argumentNames: at("arguments", list),
  grantedTools: at("allowed-tools", list),
  removedTools: at("disallowed-tools", list),
  fork: at("context", word("fork")),
  agent: at("agent", text),
  model: at("model", text),
  effort: at("effort", text),
  paths: at("paths", list),
  hooks: at("hooks", map),
};

/** Aleph's `eligibility`, which is ours too. */
const ELIGIBILITY = {
  platforms: at("eligibility.os", list),
  programs: at("eligibility.required-bins", list),
  anyPrograms: at("eligibility.any-bins", list),
  variables: at("eligibility.required-env", list),
  settings: at("eligibility.required-config", list),
  requiredSkills: at("eligibility.required-skills", list),
  conflicts: at("eligibility.conflicts", list),
};

/** The blueprint, with the sidecar that a host of it calls its own. */
const blueprint = (sidecar: string): Encoding => ({
  places: {
    ...CLAUDE,
    ...ELIGIBILITY,
    background: at("background", maybe),
    onlyTools: at("metadata.skillwright.only-tools", maybeList),
    tools: { file: sidecar, path: ["dependencies", "tools"], codec: tools() },
  },
});

const NOTHING: Encoding = { places: {} };

export const ENCODINGS: Readonly<Record<string, Encoding>> = {
  skillwright: blueprint("agents/skillwright.yaml"),
  openoxide: blueprint("agents/openoxide.yaml"),
  "claude-code": { places: CLAUDE },
  codex: {
    places: {
      modelInvocable: { file: OPENAI, path: ["policy", "allow_implicit_invocation"], codec: is(true) },
      tools: { file: OPENAI, path: ["dependencies", "tools"], codec: tools(["mcp"]) },
    },
  },
  // Its second version reads these; the first, which the profile is about, has nothing of the kind.
  opencode: {
    places: {},
    also: {
      heededBy: "its second version",
      places: {
        modelInvocable: at("metadata.opencode/autoinvoke", is(true)),
        userInvocable: at("metadata.opencode/slash", is(true)),
      },
    },
  },
  "gemini-cli": NOTHING,
  pi: { places: MODEL },
  "copilot-cli": { places: { ...USER, ...MODEL, ...HINT, grantedTools: CLAUDE.grantedTools } },
  vscode: { places: { ...USER, ...MODEL, ...HINT, fork: CLAUDE.fork } },
  cursor: { places: { ...USER, ...MODEL, paths: CLAUDE.paths } },
  goose: {
    places: { argumentNames: at("metadata.arguments", list), argumentHint: at("metadata.argument-hint", text) },
  },
  crush: { places: { ...MODEL, userInvocable: at("user-invocable", is(false)) } },
  openclaw: {
    places: {
      ...USER,
      ...MODEL,
      platforms: at("metadata.openclaw.os", list),
      programs: at("metadata.openclaw.requires.bins", list),
      anyPrograms: at("metadata.openclaw.requires.anyBins", list),
      variables: at("metadata.openclaw.requires.env", list),
      settings: at("metadata.openclaw.requires.config", list),
    },
  },
  "qwen-code": {
    places: {
      ...USER,
      ...MODEL,
      ...HINT,
      whenToUse: CLAUDE.whenToUse,
      grantedTools: at("allowedTools", list),
      model: CLAUDE.model,
      paths: CLAUDE.paths,
      hooks: CLAUDE.hooks,
    },
  },
  "kimi-cli": NOTHING,
  cline: NOTHING,
  "roo-code": NOTHING,
  crabtalk: NOTHING,
  aleph: { places: { ...USER, ...MODEL, ...ELIGIBILITY } },
  caliban: NOTHING,
  "pickle-bot": NOTHING,
};

/** Other spellings that some reader takes for the same. */
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

/** Every place, by file, that some host keeps an intent in: whatever stands there is written anew, or left out. */
export const ALL_PLACES: readonly Pick<Place, "file" | "path">[] = [
  ...Object.values(ENCODINGS).flatMap(({ places, also }) => [
    ...Object.values(places),
    ...Object.values(also?.places ?? {}),
  ]),
  ...SPELLINGS.map((path) => ({ file: SKILL, path })),
  ...["agents/skillwright.yaml", "agents/openoxide.yaml"].map((file) => ({
    file,
    path: ["policy", "allow_implicit_invocation"],
  })),
];
