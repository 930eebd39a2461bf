import { flag, integer, object, oneOf, optional, textList, withCliForm } from "../../model/schema.ts";
import { SCHEMA } from "../answers/answer.ts";
import type { BudgetRemedy } from "../budget/apply-budget.ts";
import type { BudgetPlan } from "../budget/plan-budget.ts";
import { type OperationContext, operation, verb } from "../operation.ts";
import { CALLER_DECIDES_REASON, window } from "./fields.ts";

const WAYS = ["raise", "disable", "pin"] as const satisfies readonly BudgetRemedy[];

export const budget = verb({
  name: "budget",
  group: "Run",
  summary: "Show the catalog's cost in each host, and how to make every description fit",
  about:
    "Shows which skills each host lists, shortens and omits, and which descriptions cost most. Proposes how to make every description\nfit: a larger budget, shorter descriptions, or fewer skills. Every proposal is tested with the host's own listing. Unused skills\nare known only if sessions keep a journal. --apply writes one proposal into your configuration.",
  examples: [
    ["skillwright budget --window 200000", "show Skillwright's own catalog and those of the hosts on this machine"],
    ["skillwright budget --hosts claude-code,codex --window 200000", "show the catalogs of two hosts"],
    ["skillwright budget --window 200000 --apply raise", "raise the budget so that every description fits"],
  ],
  operations: {
    budget: operation({
      summary: "Show the catalog's cost in each host, and how to make every description fit",
      input: object({
        hosts: optional(
          withCliForm(
            textList("show the catalogs of these hosts (default: Skillwright and the hosts on this machine)"),
            {
              commas: true,
              completes: "hosts",
            },
          ),
        ),
        window,
        top: optional(integer("show at most this many of the most expensive skills (default: 5)", 1)),
      }),
      output: "Budget",
      effects: ["read"],
      cli: {},
      http: { path: "/api/budget", id: "budget", heavy: true, omits: { top: CALLER_DECIDES_REASON } },
      async run({ hosts, window: size }, context) {
        const { hostsHere } = await import("../hosts/detect-hosts.ts");
        const { host } = context.load;
        const names = hosts ?? (host === undefined ? ["skillwright", ...(await hostsHere(context.load))] : [host]);
        const plans: BudgetPlan[] = [];
        for (const name of new Set(names)) plans.push(await planFor(name, size, context));
        return plans;
      },
      answer: (plans) => ({ fields: { schema: SCHEMA }, lists: { hosts: plans } }),
    }),
    apply: operation({
      summary: "Write one of the proposals of `budget` into the configuration",
      input: object({
        way: withCliForm(
          oneOf(
            WAYS,
            "write this proposal into the configuration: `raise` for a larger budget, `disable` for fewer skills, `pin` for often used skills first",
          ),
          {
            name: "apply",
            value: "WAY",
          },
        ),
        window,
        project: optional(flag("write to this project's configuration instead of your own")),
        yes: optional(withCliForm(flag("write without asking for confirmation"), { short: "y" })),
      }),
      output: "EditedConfig",
      effects: ["read", "write"],
      cli: { flags: ["apply"] },
      http: { path: "/api/budget", id: "applyBudget", heavy: true, omits: { yes: "the request confirms it" } },
      async run({ way, window: size, project = false, yes = false }, context) {
        const { planBudgetEdit, userConfigPath, projectConfigPath, writeBudgetEdit } = await import(
          "../budget/apply-budget.ts"
        );
        const plan = await planFor("skillwright", size, context);
        const { projectRootOf } = await import("../project-paths.ts");
        const path = project
          ? projectConfigPath(await projectRootOf(context.load))
          : userConfigPath(context.load.environment);
        if (project) await context.pathsNamed([path]);
        const edit = await planBudgetEdit(plan, way, path);
        if (edit.after === edit.before) return { ...edit, changed: false, refused: false };
        const said = await context.review?.(edit, yes ? undefined : "Write this change?");
        // On a surface without a person, the request itself approves the change.
        if (!yes && context.review && said !== "yes") return { ...edit, changed: false, refused: true };
        await writeBudgetEdit(plan, way, path, edit.before);
        return { ...edit, changed: true, refused: false };
      },
      answer: ({ path, changed }) => ({ schema: SCHEMA, path, changed }),
    }),
  },
});

async function planFor(host: string, size: number | undefined, { load }: OperationContext): Promise<BudgetPlan> {
  const { planBudget } = await import("../budget/plan-budget.ts");
  return planBudget({ ...load, host, ...(size === undefined ? {} : { window: size }) });
}
