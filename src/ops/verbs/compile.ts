import { choiceList, flag, object, optional, text, withCliForm } from "../../model/schema.ts";
import { loadAsHost, operation, verb } from "../operation.ts";
import { host, skill } from "./fields.ts";

const LOSSES = ["SK480", "SK481", "SK482", "SK483"] as const;

const fields = {
  skill,
  host,
  to: withCliForm(text("the host that reads the result; `skillwright hosts` lists them"), {
    value: "HOST",
    completes: "host",
  }),
  acceptLoss: optional(
    withCliForm(choiceList(LOSSES, `accept this loss: ${LOSSES.join(", ")}; repeatable`), { value: "CODE" }),
  ),
};

export const compile = verb({
  name: "compile",
  group: "Write",
  summary: "Compile a skill for another host, and report lost settings",
  about:
    "Converts a skill for another host. Invocation rules, tools, isolation, model, paths, arguments, hooks and dependencies are\nwritten in the form that this host reads. Settings that the host does not support are reported as losses. Skillwright reads the\nresult back like the host. The command refuses to lose a safety setting. Without --out, it only shows the changes.",
  examples: [
    ["skillwright compile deploy --to codex", "show the changes and the losses, and write nothing"],
    ["skillwright compile deploy --to codex --out dist/codex", "write the compiled skill into a directory"],
    [
      "skillwright compile deploy --to opencode --out dist --accept-loss SK480",
      "accept that the model may invoke the skill in OpenCode",
    ],
    ["skillwright compile deploy --host claude-code --to codex", "compile the skill that Claude Code sees"],
  ],
  completes: "skills",
  operations: {
    plan: operation({
      summary: "Show a skill as compiled for another host, and its lost settings",
      input: object(fields),
      output: "CompileResult",
      effects: ["read"],
      cli: { arguments: ["skill"] },
      http: { path: "/api/compile", id: "planCompiling", heavy: true },
      async run({ skill: asked, host: name, ...request }, context) {
        const { compileSkill } = await import("../hosts/compile-skill.ts");
        return compileSkill({ ...request, skill: await context.skillNamed(asked) }, loadAsHost(name, context));
      },
      answer: async (compiled) => (await import("../answers/hosts/compile-answer.ts")).compileAnswer(compiled),
      failed: ({ refused }) => refused.length > 0,
    }),
    compile: operation({
      summary: "Write a skill as compiled for another host; fail if a safety setting would be lost",
      input: object({
        ...fields,
        out: withCliForm(text("write the compiled skill into this directory"), { value: "DIR" }),
        force: optional(flag("replace an existing directory")),
      }),
      output: "CompileResult",
      effects: ["read", "write"],
      cli: { flags: ["out"], arguments: ["skill"] },
      http: { path: "/api/compile", id: "compile", heavy: true },
      async run({ skill: asked, host: name, out, ...request }, context) {
        const { compileSkill } = await import("../hosts/compile-skill.ts");
        const [skill, [directory = out]] = [await context.skillNamed(asked), await context.pathsNamed([out])];
        return compileSkill({ ...request, skill, out: directory }, loadAsHost(name, context));
      },
      answer: async (compiled) => (await import("../answers/hosts/compile-answer.ts")).compileAnswer(compiled),
    }),
  },
});
