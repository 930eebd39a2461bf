import { resolve } from "node:path";
import { flag, object, optional, text, textList, withCliForm } from "../../model/schema.ts";
import { SCHEMA } from "../answers/answer.ts";
import { type OperationContext, operation, verb } from "../operation.ts";

const SERVED = "the server serves one project";
const directory = optional(
  withCliForm(text("a directory of the project (default: the current one)"), { value: "DIR" }),
);

export const trust = verb({
  name: "trust",
  group: "Manage",
  summary: "Let a project's skills reach models",
  about:
    "Skills of a project reach models only after you trusted its folder, because they are instructions that run with your rights.\nShows everything that the project contains for models, asks for your decision, and stores it outside of every repository. Each\nMCP server of the project needs its own approval before it starts, and a new approval if its definition changes. --remove ends\nthe trust and removes your approvals of the project's MCP servers. Its skills are then still listed, but hidden from models.",
  examples: [
    ["skillwright trust", "show the skills and settings of this project, then ask for your decision"],
    ["skillwright trust ~/work/site --yes", "trust a project without asking"],
    ["skillwright trust --yes --allow-server files", "also allow the MCP server `files` of this project"],
    ["skillwright trust --remove", "end the trust in this project"],
    ["skillwright trust --list", "list the trusted folders"],
  ],
  completes: "files",
  operations: {
    trust: operation({
      summary: "Trust a project, after a review of its skills and settings",
      input: object({
        directory,
        yes: optional(withCliForm(flag("trust without asking; does not allow MCP servers"), { short: "y" })),
        allowServer: optional(
          withCliForm(textList("allow this MCP server of the project, with its current definition; repeatable"), {
            value: "NAME",
          }),
        ),
        approval: optional(text("the `approval` that `GET /api/trust/project` returned with the reviewed list")),
      }),
      output: "TrustResult",
      effects: ["write"],
      cli: { arguments: ["directory"], omits: { approval: "the user approves at the prompt or with `--yes`" } },
      http: {
        path: "/api/trust",
        id: "trust",
        heavy: true,
        omits: {
          directory: SERVED,
          yes: "the `approval` confirms the list that `GET /api/trust/project` showed",
          allowServer: "the user allows a program only at a terminal of the machine that runs it",
        },
      },
      async run(input, context) {
        const { trustProject } = await import("../trust/trust-project.ts");
        return trustProject(await folderOf(input, context), input, context);
      },
      answer: async (done) => (await import("../trust/trust-project.ts")).trustAnswer(done),
      failed: ({ change }) => change === undefined,
    }),
    remove: operation({
      summary: "End the trust in a project, and remove the approvals of its MCP servers",
      input: object({ directory }),
      output: "TrustResult",
      effects: ["write"],
      cli: { flags: ["remove"], arguments: ["directory"] },
      http: { path: "/api/untrust", id: "untrust", omits: { directory: SERVED } },
      async run(input, context) {
        const { untrustProject } = await import("../trust/trust-folder.ts");
        return untrustProject(await folderOf(input, context), context.load);
      },
      answer: async (change) => (await import("../trust/trust-project.ts")).untrustAnswer(change),
      failed: ({ coveredBy }) => coveredBy !== undefined,
    }),
    survey: operation({
      summary: "Show everything that would reach models if you trust the project",
      input: object({}),
      output: "ProjectSurvey",
      effects: ["read"],
      http: { path: "/api/trust/project", id: "surveyProject", heavy: true },
      async run(input, context) {
        const { surveyProject } = await import("../trust/survey-project.ts");
        const { survey } = await surveyProject(await folderOf(input, context), context.load);
        return { survey, values: context.answersAnyone !== true };
      },
      answer: async ({ survey, values }) =>
        (await import("../answers/review/survey-answer.ts")).surveyAnswer(survey, { values }),
    }),
    list: operation({
      summary: "List the trusted folders",
      input: object({}),
      output: "TrustedFolders",
      effects: ["read"],
      cli: { flags: ["list"] },
      http: { path: "/api/trust", id: "trustedFolders" },
      run: async (_input, { load }) => (await import("../trust/trust-folder.ts")).trustedFolders(load.environment),
      answer: (found) => ({ schema: SCHEMA, ...found }),
    }),
  },
});

async function folderOf(
  { directory: typed }: { readonly directory?: string },
  context: OperationContext,
): Promise<string> {
  const [named] = await context.pathsNamed(typed === undefined ? [] : [typed]);
  return named ?? resolve(context.load.cwd ?? ".");
}
