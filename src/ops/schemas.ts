/** Builds the published JSON Schemas from the tables that the parsers use. `scripts/schemas.mjs` writes them. */

import { CONFIG_KEYS } from "../catalog/config/keys.ts";
import { type ConfigKey, VALUE_SCHEMAS } from "../catalog/config/values.ts";
import { profileFile } from "../hosts/profiles/profile-file-schema.ts";
import { hostFacts } from "../model/host-facts-schema.ts";
import { DECISIONS } from "../model/rules/decision.ts";
import { MAX_POLICY_RULES, PERMISSION_MODES, POLICY_CONDITIONS, POLICY_MOMENTS } from "../model/rules/policy.ts";
import type { JsonSchema, Schema as Shape } from "../model/schema.ts";
import { SCOPES } from "../model/skills/root.ts";

type Schema = Readonly<Record<string, unknown>>;

const DRAFT = "https://json-schema.org/draft/2020-12/schema";
const text: Schema = { type: "string" };
const texts: Schema = { type: "array", items: text };
const flag: Schema = { type: "boolean" };
const textOrList: Schema = { anyOf: [text, texts] };

/** Returns the schema of `config.yaml`. */
export function configSchema(): Schema {
  const properties: Record<string, unknown> = {};
  const groups = new Map<string, Record<string, unknown>>();
  for (const key of CONFIG_KEYS) {
    const [group = "", name] = key.key.split(".");
    if (name === undefined) properties[key.key] = keySchema(key);
    else groups.set(group, { ...groups.get(group), [name]: keySchema(key) });
  }
  for (const [group, keys] of groups)
    properties[group] = {
      type: "object",
      additionalProperties: false,
      description: GROUPS[group],
      properties: keys,
    };
  return {
    $schema: DRAFT,
    title: "Skillwright configuration",
    type: "object",
    additionalProperties: false,
    properties,
  };
}

const GROUPS: Readonly<Record<string, string>> = {
  limits: "limits of search and reading",
  catalog: "the budget of the catalog in the prompt",
  audit: "settings of `audit`",
  run: "which commands and scripts of skills may run, and how",
  llm: "the model of `skillwright agent`",
  agent: "settings of `skillwright agent`",
};

function keySchema({ type, default: fallback, summary }: ConfigKey): Schema {
  const codes = type === "severities" ? { propertyNames: { pattern: "^SK\\d{3}$" } } : {};
  return {
    ...VALUE_SCHEMAS[type],
    ...codes,
    description: summary,
    ...(fallback === null ? {} : { default: fallback }),
  };
}

/**
 * Schema of SKILL.md frontmatter: the specification's six keys, and the keys of Claude Code and Aleph. Other keys are
 * allowed.
 */
export function frontmatterSchema(): Schema {
  return {
    $schema: DRAFT,
    title: "SKILL.md frontmatter",
    type: "object",
    required: ["name", "description"],
    properties: {
      name: {
        type: "string",
        pattern: "^[a-z0-9]+(-[a-z0-9]+)*$",
        maxLength: 64,
        description: "the name of the skill and of its directory: lowercase letters, digits and single hyphens",
      },
      description: {
        type: "string",
        minLength: 1,
        maxLength: 1024,
        description: "what the skill does and when to use it",
      },
      license: text,
      compatibility: { type: "string", maxLength: 500, description: "software that must be installed" },
      metadata: { type: "object", description: "any keys and values; Skillwright does not change them" },
      "allowed-tools": {
        ...textOrList,
        description: "tools that may be used without asking while the skill is active",
      },
      "disallowed-tools": { ...textOrList, description: "tools that may not be used while the skill is active" },
      when_to_use: {
        type: "string",
        description: "additional text about when to use the skill, appended to the description in listings",
      },
      "argument-hint": { type: "string", description: "a hint that the host shows when the user types arguments" },
      arguments: { ...textOrList, description: "names of the arguments, in order" },
      "disable-model-invocation": {
        type: "boolean",
        default: false,
        description: "if true, only the user may invoke the skill",
      },
      "user-invocable": { type: "boolean", default: true, description: "whether the user may invoke the skill" },
      model: text,
      effort: { enum: ["low", "medium", "high", "xhigh", "max"] },
      context: { type: "string", description: "`fork` runs the skill in a subagent" },
      agent: text,
      background: flag,
      hooks: { type: "object" },
      paths: {
        ...textOrList,
        description: "file patterns; models see the skill only once they work on a matching file",
      },
      shell: { enum: ["bash", "powershell"] },
      triggers: { ...textOrList, description: "phrases in a user's message that suggest the skill" },
      eligibility: {
        type: "object",
        description: "requirements that the machine must meet",
        properties: {
          os: textOrList,
          "required-bins": textOrList,
          "any-bins": textOrList,
          "required-env": textOrList,
          "required-config": textOrList,
          "required-skills": textOrList,
          conflicts: textOrList,
        },
      },
      commands: {
        type: "array",
        items: {
          type: "object",
          required: ["name"],
          properties: {
            name: text,
            description: text,
            args: {
              type: "array",
              items: {
                anyOf: [
                  text,
                  {
                    type: "object",
                    required: ["name"],
                    properties: {
                      name: text,
                      description: text,
                      required: flag,
                      type: { enum: ["string", "number", "integer", "boolean"] },
                      default: { type: ["string", "number", "boolean"] },
                      choices: { type: "array", items: { type: ["string", "number", "boolean"] } },
                    },
                  },
                ],
              },
            },
          },
        },
      },
    },
  };
}

/** Returns the schema of `policy.yaml`. */
export function policySchema(): Schema {
  const decision: Schema = { enum: [...DECISIONS] };
  const permission: Schema = {
    type: "object",
    additionalProperties: false,
    properties: {
      skill: {
        anyOf: [decision, { type: "object", additionalProperties: decision }],
        description: "whether a model may load a skill, by patterns of skill names; the last match wins",
      },
    },
  };
  return {
    $schema: DRAFT,
    title: "Skillwright policy",
    type: "object",
    additionalProperties: false,
    properties: {
      default: { ...decision, description: "the decision for a skill that no rule matches" },
      permissions: {
        enum: [...PERMISSION_MODES],
        default: "ask",
        description: "how Skillwright handles permission profiles of skills",
      },
      rules: { type: "array", maxItems: MAX_POLICY_RULES, items: ruleSchema() },
      permission,
      agent: {
        type: "object",
        description: "rules for single agents, by the agent's name",
        additionalProperties: { type: "object", additionalProperties: false, properties: { permission } },
      },
    },
  };
}

/** Returns the schema of a policy rule, which has exactly one decision with its conditions. */
function ruleSchema(): Schema {
  const conditions: Schema = {
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(POLICY_CONDITIONS.map((key) => [key, key === "scope" ? scopes() : textOrList])),
  };
  const about: Schema = { anyOf: [conditions, { const: "any" }] };
  return {
    type: "object",
    additionalProperties: false,
    properties: {
      ...Object.fromEntries(DECISIONS.map((key) => [key, about])),
      unless: conditions,
      for: { anyOf: [{ enum: [...POLICY_MOMENTS] }, { type: "array", items: { enum: [...POLICY_MOMENTS] } }] },
      reason: text,
    },
    oneOf: DECISIONS.map((key) => ({ required: [key] })),
  };
}

function scopes(): Schema {
  return { anyOf: [{ enum: [...SCOPES] }, { type: "array", items: { enum: [...SCOPES] } }] };
}

/** Returns the schema of `agents/skillwright.yaml` and `agents/openai.yaml`. */
export function sidecarSchema(): Schema {
  return {
    $schema: DRAFT,
    title: "Skill sidecar",
    type: "object",
    properties: {
      interface: {
        type: "object",
        properties: {
          display_name: text,
          short_description: text,
          icon_small: text,
          icon_large: text,
          brand_color: { type: "string", pattern: "^#[0-9a-fA-F]{3,8}$" },
          default_prompt: text,
        },
      },
      dependencies: {
        type: "object",
        required: ["tools"],
        properties: {
          tools: {
            type: "array",
            items: {
              type: "object",
              required: ["type", "value"],
              properties: { type: { type: "string", examples: ["env_var", "mcp"] }, value: text, description: text },
            },
          },
        },
      },
      policy: { type: "object", properties: { allow_implicit_invocation: flag } },
      permissions: {
        type: "object",
        description: "permissions that are not about tools; they take effect only if the user accepts them",
        additionalProperties: false,
        properties: {
          network: flag,
          file_system: {
            type: "object",
            additionalProperties: false,
            properties: { read: texts, write: texts },
          },
          macos: {
            type: "object",
            additionalProperties: false,
            properties: {
              preferences: { anyOf: [flag, { enum: ["readonly", "readwrite"] }] },
              automations: { anyOf: [flag, texts] },
              accessibility: flag,
              calendar: flag,
            },
          },
        },
      },
    },
  };
}

/**
 * Returns the schema of `src/hosts/profiles/*.json`. A section is defined once, for profiles and for their version
 * ranges. Only in a profile are the section's required rules mandatory.
 */
export function hostProfileSchema(): Schema {
  const { properties = {}, ...whole } = standalone(profileFile, "Skillwright host profile");
  const { ranges } = properties;
  const shared: Record<string, JsonSchema> = {};
  const ofProfile: Record<string, JsonSchema> = {};
  const ofRange: Record<string, JsonSchema> = {};
  for (const [key, schema] of Object.entries(properties)) {
    const { required, description, ...section } = schema;
    const isSection = section.properties !== undefined && required !== undefined;
    if (isSection) shared[key] = section;
    const both = isSection ? { $ref: `#/$defs/${key}` } : { $ref: `#/properties/${key}` };
    ofProfile[key] = isSection ? { ...both, required, ...(description === undefined ? {} : { description }) } : schema;
    if (ranges?.items?.properties?.[key]) ofRange[key] = both;
  }
  const items = { ...ranges?.items, properties: { versions: ranges?.items?.properties?.["versions"], ...ofRange } };
  return {
    ...whole,
    properties: { ...ofProfile, ranges: { ...ranges, items } },
    $defs: { ...(whole["$defs"] as object), ...shared },
  };
}

/** Returns the schema of `hosts.json`. */
export function hostsSchema(): Schema {
  return standalone(hostFacts, "Facts about agent hosts");
}

/**
 * Converts a schema into a complete JSON Schema document. Named schemas become definitions, and unknown keys are
 * errors.
 */
function standalone(shape: Shape, title: string): JsonSchema & Schema {
  const named = new Map<string, JsonSchema>();
  const collect = ({ name, json, uses = [] }: Shape): void => {
    if (name !== undefined) named.set(name, json);
    for (const each of uses) collect(each);
  };
  collect(shape);
  const $defs = Object.fromEntries([...named].map(([name, json]) => [name, strict(json)]));
  return { $schema: DRAFT, title, ...(strict(shape.json) as Schema), ...(named.size > 0 ? { $defs } : {}) };
}

function strict(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strict);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, each]): [string, unknown][] => {
    if (key === "description" && each === "") return [];
    if (key === "$ref" && typeof each === "string") return [[key, each.replace("#/components/schemas/", "#/$defs/")]];
    return [[key, key === "default" ? each : strict(each)]];
  });
  const isObject = "type" in value && value.type === "object" && "properties" in value;
  return Object.fromEntries(isObject ? [...entries, ["additionalProperties", false]] : entries);
}
