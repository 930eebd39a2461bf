import { flag, object, optional, someOf, text, withCliForm } from "../../model/schema.ts";
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
    withCliForm(someOf(LOSSES, `accept this loss: ${LOSSES.join(", ")}; repeatable`), { value: "CODE" }),
  ),
};

export const compile = verb({
  name: "compile",
  group: "Write",
  summary: "Compile a skill for another host, and report what is lost",
  about:
    "Writes a skill for another host: who may invoke it, its tools, isolation, model, paths, arguments, hooks and dependencies go\nwhere that host reads them. Settings that the host does not have are reported as losses. The result is read back with that host's\nown reader. compile refuses to lose a safety setting. Without --out it only shows the difference.",
  examples: [
    ["skillwright compile deploy --to codex", "show what would change, and what is lost"],
    ["skillwright compile deploy --to codex --out dist/codex", "write it"],
    [
      "skillwright compile deploy --to opencode --out dist --accept-loss SK480",
      "accept that the model may invoke it there",
    ],
    ["skillwright compile deploy --host claude-code --to codex", "as Claude Code reads it"],
  ],
  completes: "skills",
  operations: {
    plan: operation({
      summary: "Show a skill as compiled for another host, and what is lost",
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
      summary: "Write a skill as compiled for another host; refuse to lose a safety setting",
      input: object({
        ...fields,
        out: withCliForm(text("write the compiled skill into this directory"), { value: "DIR" }),
        force: optional(flag("replace a directory that exists")),
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
