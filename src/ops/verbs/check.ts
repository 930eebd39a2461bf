import type { Fix } from "../../format/fix/plan-fix.ts";
import { flag, type Infer, object, oneOf, optional, textList, withCliForm } from "../../model/schema.ts";
import type { CheckOptions, CheckReport } from "../check/check-skills.ts";
import { type OperationContext, operation, verb } from "../operation.ts";
import { allowEmpty, CALLER_DECIDES_REASON, paths } from "./fields.ts";

const FORMATS = ["text", "json", "sarif", "github"] as const;

const input = object({
  paths,
  targets: optional(
    withCliForm(
      textList(
        "also report how these hosts would treat the skills: `claude-code,codex@0.166`, or `all` for the verified hosts",
      ),
      {
        name: "target",
        value: "HOSTS",
        commas: true,
        completes: "hosts",
      },
    ),
  ),
  format: optional(withCliForm(oneOf(FORMATS, "the format of the findings"), { value: "F" })),
  strict: optional(flag("also fail on warnings")),
  allowEmpty,
});

type CheckInput = Infer<typeof input>;

export interface CheckRun {
  readonly report: CheckReport;
  /** The planned repairs, in order. */
  readonly fixes: readonly Fix[];
}

const omits = { format: CALLER_DECIDES_REASON, strict: CALLER_DECIDES_REASON };

export const check = verb({
  name: "check",
  group: "Write",
  summary: "Check skills, and fix mechanical problems",
  about:
    "Checks skills against the specification, and gives advice. A PATH is a skill file or a directory; the check finds the same\nskills in it as `add`, also in hidden directories. Without a PATH, it checks the skills in this project's own directories. Exits\n1 if a file is rejected or has an error, if the search was incomplete, or if a PATH has no skill; with --strict, also on\nwarnings.",
  examples: [
    ["skillwright check", "check the skills of this project"],
    ["skillwright check skills/pdf --fix", "fix mechanical problems of one skill"],
    ["skillwright check --target claude-code,codex", "also report how these hosts would treat the skills"],
    [
      "skillwright check . --format sarif > skills.sarif",
      "check all skills below this directory, and write a report for code scanning",
    ],
  ],
  completes: "files",
  operations: {
    check: operation({
      summary: "Check skills against the specification, and give advice",
      input,
      output: "CheckResult",
      effects: ["read"],
      cli: { arguments: ["paths"] },
      http: { path: "/api/check", id: "check", heavy: true, omits },
      run: (given, context) => checkWith(given, context, {}),
      answer: async ({ report }) => (await import("../answers/review/check-answers.ts")).checkAnswer(report),
      failed: fails,
    }),
    fix: operation({
      summary: "Fix mechanical problems, and show the changes; the body of a skill never changes",
      input,
      output: "CheckResult",
      effects: ["read", "write"],
      cli: { flags: ["fix"], arguments: ["paths"] },
      http: { path: "/api/fix", id: "fix", heavy: true, omits },
      run: (given, context) => checkWith(given, context, { fix: "apply" }),
      answer: async ({ report }) => (await import("../answers/review/check-answers.ts")).checkAnswer(report),
      failed: fails,
    }),
    plan: operation({
      summary: "Show the changes that --fix would make, and make none",
      input,
      output: "FixPlan",
      effects: ["read"],
      cli: { flags: ["fix", "dry-run"], arguments: ["paths"] },
      http: { path: "/api/fix", id: "planFix", heavy: true, omits },
      run: (given, context) => checkWith(given, context, { fix: "plan" }),
      answer: async ({ report, fixes }) =>
        (await import("../answers/review/check-answers.ts")).fixPlanAnswer(report, fixes),
      failed: fails,
    }),
  },
});

/** Runs a check. Before a file is changed, the surface is asked, because it can refuse the path. */
async function checkWith(
  { paths: asked = [], targets, allowEmpty: mayBeEmpty = false }: CheckInput,
  context: OperationContext,
  fixing: Pick<CheckOptions, "fix">,
): Promise<CheckRun> {
  const { checkSkills } = await import("../check/check-skills.ts");
  const fixes: Fix[] = [];
  const options = { ...context.load, ...fixing, ...(targets ? { targets } : {}), allowEmpty: mayBeEmpty };
  const planned = async (fix: Fix): Promise<void> => {
    await context.pathsNamed([fix.path]);
    fixes.push(fix);
  };
  return { report: await checkSkills(await context.pathsNamed(asked), { ...options, planned }), fixes };
}

function fails({ report: { rejected, diagnostics } }: CheckRun, { strict = false }: CheckInput): boolean {
  const grave = strict ? ["error", "warning"] : ["error"];
  return rejected.length > 0 || diagnostics.some(({ severity }) => grave.includes(severity));
}
