import { object } from "../../model/schema.ts";
import { operation, verb } from "../operation.ts";

export const config = verb({
  name: "config",
  group: "See",
  summary: "Show every setting, its value and where it is set",
  about:
    "Shows every configuration key with its effective value and where it was set: a file with its line, a variable, the command\nline, or the default. Files: /etc/skillwright/config.yaml, $SKILLWRIGHT_HOME/config.yaml, and .skillwright/config.yaml of a\ntrusted project. Policies are beside them in policy.yaml; a project's policy can only forbid.",
  examples: [
    ["skillwright config", "show the settings of this directory"],
    ["SKILLWRIGHT_LIMITS_MAX_DEPTH=9 skillwright config", "set one value with an environment variable"],
    ["skillwright config --policy", "show every policy file and every rule"],
    ["skillwright config --init", "create or update your skills directory"],
  ],
  operations: {
    config: operation({
      summary: "Show every setting, its value and where it is set",
      input: object({}),
      output: "Config",
      effects: ["read"],
      includesDamage: true,
      note: "shows only that a secret is set, not its value",
      cli: {},
      http: { path: "/api/config", id: "config" },
      run: (_input, context) => context.loaded(),
      answer: async (loading) => (await import("../answers/skills/list-answers.ts")).configAnswer(loading),
    }),
    policy: operation({
      summary: "Show what may be installed and loaded: every policy file and every rule",
      input: object({}),
      output: "Policy",
      effects: ["read"],
      cli: { flags: ["policy"] },
      http: { path: "/api/policy", id: "policy" },
      run: async (_input, { load }) => (await import("../explain/explain-policy.ts")).readPolicies(load),
      answer: async (found) => (await import("../answers/review/policy-answers.ts")).policyAnswer(found),
      failed: ({ diagnostics }) => diagnostics.some(({ severity }) => severity === "error"),
    }),
    init: operation({
      summary: "Create your skills directory with a copy of the embedded skills, or update the copy",
      input: object({}),
      output: "SetupResult",
      effects: ["write"],
      cli: { flags: ["init"] },
      http: { path: "/api/init", id: "init" },
      run: async (_input, { load }) => (await import("../settings/set-up.ts")).setUp(load),
      answer: (done) => done,
    }),
  },
});
