import { resolve } from "node:path";
import { isCode } from "../../model/diagnostics/catalogue.ts";
import { InputError, SkillNotFoundError } from "../../model/errors.ts";
import { flag, object, optional, text, textList, withCliForm } from "../../model/schema.ts";
import { findNearest } from "../../model/text/matching/nearest.ts";
import { type OperationContext, operation, verb } from "../operation.ts";
import { agentSkills, host, skill } from "./fields.ts";

const MAX_MESSAGE = 500_000;
const hosts = withCliForm(
  textList("explain the skill for these hosts; `all` for every verified host, `every` for all known hosts"),
  {
    commas: true,
    completes: "hosts",
  },
);

export const explain = verb({
  name: "explain",
  group: "See",
  summary: "Explain why a skill is visible or missing, or explain a diagnostic code",
  about:
    'Answers "why is my skill not there?". Shows every file with that name, its outcome and the fix, and how the hosts on this\nmachine treat it. For an unknown name, it shows similar names and the files that the search skipped. For a diagnostic code, it\nprints the page about that code. With --message, it shows which skills a message activates, and which are refused.',
  examples: [
    ["skillwright explain pdf", "explain why the skill is visible or missing"],
    ["skillwright explain pdf --all-hosts", "explain the skill for every host, with the fix"],
    ["skillwright explain pdf --host codex", "explain the skill for one host"],
    ["skillwright explain pdf --details", "show everything about one skill"],
    ["skillwright explain pdf --policy", "show which policy rule applies to the skill"],
    ["skillwright explain --message 'use $pdf on this'", "show which skills a message activates"],
    ["skillwright explain SK104", "explain a diagnostic code"],
  ],
  completes: "skills",
  operations: {
    explain: operation({
      summary: "Explain why a skill is visible or missing, here and in the hosts on this machine",
      input: object({ skill: withCliForm(skill, { value: "NAME|PATH|CODE" }) }),
      output: "Explanation",
      effects: ["read"],
      cli: { arguments: ["skill"] },
      http: { path: "/api/skills/{skill}/explain", id: "explainSkill", heavy: true },
      appServer: { method: "skills/explain" },
      async run({ skill: asked }, context) {
        const code = asked.toUpperCase();
        if (isCode(code)) return { code };
        const [skills, resolved] = [await context.skills(), await context.skillNamed(asked)];
        const explanation = await skills.explain(resolved);
        const { hostAnswersHere } = await import("../answers/hosts/explain-answer.ts");
        const { cwd } = skills.snapshot;
        return { explanation, cwd, answers: await hostAnswersHere(resolved, explanation, { ...context.load, cwd }) };
      },
      async answer(found, { skill: asked }) {
        const { codeAnswer, explainAnswer } = await import("../answers/hosts/explain-answer.ts");
        return "code" in found ? codeAnswer(found.code) : explainAnswer(asked, found.explanation, found.answers);
      },
      failed: (found) => !("code" in found) && found.explanation.candidates.length === 0,
    }),
    code: operation({
      summary: "Explain a diagnostic code",
      input: object({ code: text("such as `SK104`", 10) }),
      output: "CodePage",
      effects: ["read"],
      http: { path: "/api/codes/{code}", id: "explainCode" },
      run({ code }) {
        const asked = code.toUpperCase();
        if (isCode(asked)) return asked;
        throw new InputError(`there is no diagnostic code \`${code}\``, "codes look like `SK104`");
      },
      answer: async (code) => (await import("../answers/hosts/explain-answer.ts")).codeAnswer(code),
    }),
    hosts: operation({
      summary: "Explain how each host treats a skill, and show the smallest fix",
      input: object({ skill, hosts: optional(hosts) }),
      output: "HostAnswers",
      effects: ["read"],
      cli: { flags: ["hosts"], forHost: true, arguments: ["skill"] },
      http: { path: "/api/skills/{skill}/hosts", id: "explainSkillInHosts", heavy: true },
      run: (input, context) => explainIn(input.hosts ?? [context.load.host ?? "all"], input.skill, context),
      answer: async ({ answers, machine }, { skill: asked }) =>
        (await import("../answers/hosts/explain-answer.ts")).hostAnswers(asked, machine.cwd, answers),
      failed: ({ answers }) => answers.length === 0,
    }),
    everyHost: operation({
      summary: "Explain how every verified host treats a skill, and show the smallest fix for each host",
      input: object({ skill }),
      output: "HostAnswers",
      effects: ["read"],
      cli: { flags: ["all-hosts"], arguments: ["skill"] },
      http: "`hosts=all` is the same",
      run: (input, context) => explainIn(["all"], input.skill, context),
      answer: async ({ answers, machine }, { skill: asked }) =>
        (await import("../answers/hosts/explain-answer.ts")).hostAnswers(asked, machine.cwd, answers),
      failed: ({ answers }) => answers.length === 0,
    }),
    details: operation({
      summary: "Show everything about one skill: frontmatter, sidecars, files and origin",
      input: object({
        skill,
        host,
        digest: optional(flag("add the digest of its directory")),
        body: optional(flag("add the current instructions from the disk")),
        source: optional(flag("add the whole file and its instructions, even if no actor may use the skill")),
      }),
      output: "SkillDetails",
      effects: ["read"],
      cli: { flags: ["details"], arguments: ["skill"], omits: { source: "`cat` shows the file" } },
      http: { path: "/api/skills/{skill}", id: "showSkill" },
      async run({ skill: asked, host: name, digest = false, body = false, source = false }, context) {
        const { showSkill } = await import("../answers/skills/show-answer.ts");
        const skills = await context.skills(name);
        const options = { digest, body, source, installer: context.installer };
        return { ...(await showSkill(await context.skillNamed(asked), skills, options)), snapshot: skills.snapshot };
      },
      answer: async ({ found, details, snapshot }) =>
        (await import("../answers/skills/show-answer.ts")).showAnswer(found, details, snapshot),
    }),
    policy: operation({
      summary: "Explain which policy rule applies to a skill, and which file has it",
      input: object({
        skill,
        agent: optional(withCliForm(text("apply `permission.skill` for this agent"), { value: "NAME" })),
      }),
      output: "PolicyExplanations",
      effects: ["read"],
      cli: { flags: ["policy"], arguments: ["skill"] },
      http: { path: "/api/skills/{skill}/policy", id: "explainPolicy" },
      async run({ skill: typed, agent }, context) {
        const { explainPolicy, readPolicies } = await import("../explain/explain-policy.ts");
        const asked = await context.skillNamed(typed);
        // Damage is not reported separately here, because the answer contains the findings about the policy files.
        const load = { ...context.load, onDamage: () => undefined };
        const found = await explainPolicy(asked, { ...load, ...(agent === undefined ? {} : { agent }) });
        if (found.length === 0) throw await notFound(asked, context);
        return { found, diagnostics: (await readPolicies(load)).diagnostics };
      },
      answer: async ({ found, diagnostics }) =>
        (await import("../answers/review/policy-answers.ts")).policyExplanations(found, diagnostics),
      failed: ({ found }) => found.some(({ load }) => load.decision === "deny"),
    }),
    message: operation({
      summary: "Show which skills a message activates, and which are refused; load no skill",
      input: object({
        message: withCliForm(text("show which skills this message activates; `-` reads standard input", MAX_MESSAGE), {
          value: "TEXT",
          stdin: true,
        }),
        host,
        agentSkills,
        files: optional(
          withCliForm(textList("a file that the user is working on; repeatable"), { name: "file", value: "PATH" }),
        ),
        picks: optional(
          withCliForm(
            textList(
              "a skill that the user picked from a list; it comes before those that the message names; repeatable",
            ),
            {
              name: "pick",
              value: "PATH|ID",
            },
          ),
        ),
        connectors: optional(
          withCliForm(textList("a connector or app that a name could also mean; repeatable"), {
            name: "connector",
            value: "NAME",
          }),
        ),
        commands: optional(
          withCliForm(textList("a built-in command of the host; repeatable"), { name: "command", value: "NAME" }),
        ),
      }),
      output: "Resolution",
      effects: ["read"],
      cli: { flags: ["message"] },
      http: { path: "/api/resolve", id: "resolve", method: "POST" },
      appServer: {
        method: "skills/resolve",
        omits: { agentSkills: "Codex has no list of the skills that an agent may use" },
      },
      async run({ message, host: name, agentSkills: only, files = [], ...options }, context) {
        const skills = await context.skills(name);
        const scope = only ? { scope: { skills: only } } : {};
        const open = files.map((file) => resolve(skills.snapshot.cwd, file));
        const resolution = await skills.resolve(message, { ...options, files: open, ...scope });
        return { resolution, snapshot: skills.snapshot };
      },
      answer: async ({ resolution, snapshot }, { message }) =>
        (await import("../answers/use/catalog-answers.ts")).resolutionAnswer(message, resolution, snapshot),
      failed: ({ resolution }) => resolution.refused.length > 0,
    }),
  },
});

async function explainIn(names: readonly string[], asked: string, { load, skillNamed }: OperationContext) {
  const { explainEverywhere } = await import("../hosts/look-hosts.ts");
  return explainEverywhere(await skillNamed(asked), { ...load, hosts: names });
}

async function notFound(asked: string, context: OperationContext): Promise<SkillNotFoundError> {
  const { skills } = (await context.loaded()).snapshot;
  return new SkillNotFoundError(
    asked,
    findNearest(
      asked,
      skills.map(({ skill: { name } }) => name),
    ),
  );
}
