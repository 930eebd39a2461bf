/**
 * [B70] No text enlarges a skill's permission window: not a change of its own file, not another skill that it loads,
 * not the stored session, and not the project's policy.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Skills } from "../../../src/ops/open-skills.ts";
import type { Session } from "../../../src/session/conversation/session.ts";
import { open, skillFile } from "../conversation/open.ts";

const RULES = [
  "Read",
  "Write",
  "Edit(src/**)",
  "Grep",
  "Bash",
  "Bash(*)",
  "Bash(git *)",
  "Bash(git log *)",
  "Bash(npm run *)",
  "Bash(rm *)",
  "WebFetch",
  "WebFetch(domain:example.com)",
  "mcp__files",
  "mcp__files__read",
  "Skill",
  "*",
  "Bash(* x)",
  "nonsense(",
];

const CALLS = [
  ["Read", { path: "README.md" }],
  ["Write", { path: "a.txt" }],
  ["Edit", { path: "src/a.ts" }],
  ["Grep", { pattern: "x" }],
  ["Bash", { command: "git log" }],
  ["Bash", { command: "git push" }],
  ["Bash", { command: "git log | npm run x" }],
  ["Bash", { command: "npm run build" }],
  ["Bash", { command: "rm -rf x" }],
  ["Bash", { command: "$X" }],
  ["WebFetch", { url: "https://example.com" }],
  ["WebFetch", { url: "https://attacker.invalid" }],
  ["mcp__files__read", {}],
  ["mcp__files__write", {}],
] as const;

interface Written {
  readonly allowed?: readonly string[] | undefined;
  readonly disallowed?: readonly string[] | undefined;
  readonly only?: readonly string[] | undefined;
}

const rules = fc.uniqueArray(fc.constantFrom(...RULES), { maxLength: 6 });
const sometimes = fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: rules });
const written: fc.Arbitrary<Written> = fc.record({
  allowed: fc.option(rules, { nil: undefined }),
  disallowed: sometimes,
  only: sometimes,
});
/** A skill that always has a permission window. */
const windowed: fc.Arbitrary<Written> = fc.record({ allowed: rules, disallowed: sometimes, only: sometimes });

type Act =
  | { readonly do: "rewrite"; readonly as: Written }
  | { readonly do: "reload" }
  | { readonly do: "load-other" }
  | { readonly do: "lead-to-other" }
  | { readonly do: "turn" }
  | { readonly do: "resume"; readonly forged: readonly string[] };

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ do: fc.constant("rewrite" as const), as: written }),
  fc.record({ do: fc.constant("reload" as const) }),
  fc.record({ do: fc.constant("load-other" as const) }),
  fc.record({ do: fc.constant("lead-to-other" as const) }),
  fc.record({ do: fc.constant("turn" as const) }),
  fc.record({
    do: fc.constant("resume" as const),
    forged: fc.uniqueArray(fc.constantFrom(...RULES), { maxLength: 4 }),
  }),
);

function file(name: string, { allowed, disallowed, only }: Written): string {
  const line = (key: string, rules: readonly string[] | undefined) =>
    rules ? `${key}: ${JSON.stringify(rules)}\n` : "";
  const metadata = only ? `metadata: ${JSON.stringify({ skillwright: { "only-tools": only } })}\n` : "";
  return skillFile(
    name,
    `Do ${name}.\n`,
    line("allowed-tools", allowed) + line("disallowed-tools", disallowed) + metadata,
  );
}

/** Returns the calls that run without a question, and the denied ones. */
async function reach(session: Session, otherwise: "allow" | "ask") {
  const verdicts = await Promise.all(
    CALLS.map(([tool, input]) => session.check({ tool, input, actor: "model" }, { otherwise })),
  );
  return {
    granted: new Set(CALLS.filter((_, at) => verdicts[at]!.allowed)),
    denied: new Set(CALLS.filter((_, at) => /removes it|may use only/.test(verdicts[at]!.verdict.reason))),
  };
}

test("[B70] nothing that a skill writes enlarges its own window", async () => {
  await fc.assert(
    fc.asyncProperty(
      windowed,
      written,
      fc.array(act, { maxLength: 6 }),
      fc.constantFrom("allow", "ask"),
      async (own, other, acts, otherwise) => {
        const opened = await open(
          { own: file("own", own), other: file("other", other) },
          { control: { permissions: { until: "session" } } },
        );
        let { session } = opened;
        let skills: Skills = opened.skills;
        await session.activate({ asked: "own", actor: "user" });
        const first = await reach(session, otherwise);
        let forged = false;
        for (const each of acts) {
          if (each.do === "rewrite") opened.write("own", file("own", each.as));
          else if (each.do === "reload") await session.activate({ asked: "own", actor: "model" });
          else if (each.do === "load-other") await session.activate({ asked: "other", actor: "model" });
          else if (each.do === "lead-to-other") await session.activate({ asked: "other", actor: "skill", from: "own" });
          else if (each.do === "turn") session.nextTurn();
          else {
            const state = JSON.parse(JSON.stringify(session));
            for (const window of state.windows) window.granted = [...(window.granted ?? []), ...each.forged];
            skills = await opened.again();
            session = await skills.session({ state, control: { permissions: { until: "session" } } });
            forged ||= each.forged.length > 0;
          }
          const now = await reach(session, otherwise);
          // An edited session grants at most the rules of its skills. An unchanged one grants no more than before.
          const most = forged ? new Set([...first.granted, ...asked(skills)]) : first.granted;
          expect([...now.granted].filter((call) => !most.has(call))).toEqual([]);
          if (!forged) expect([...first.denied].filter((call) => !now.denied.has(call))).toEqual([]);
        }
      },
    ),
    { numRuns: 80 },
  );
});

/** Returns the calls that the rules in a skill's file could match. */
function asked(skills: Skills): readonly (typeof CALLS)[number][] {
  const rules = skills.skills.flatMap(({ manifest }) => manifest.allowedTools ?? []);
  return CALLS.filter(([tool]) => rules.some((rule) => rule.startsWith(tool) || tool.startsWith(rule)));
}
