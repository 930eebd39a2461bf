import { describe, expect, test } from "vitest";
import { type ExampleProposal, proposeExamples } from "../../../src/ops/evals/propose-examples.ts";
import { rankCases } from "../../../src/ops/evals/rank-cases.ts";
import { buildIndex } from "../../../src/search/index/search-index.ts";

const OTHERS = [
  { id: "pdf-tools", name: "pdf-tools", description: "Rotates files and forms." },
  { id: "cake", name: "cake", description: "Bakes cakes." },
];
const TOPICS = ["invoice", "receipt", "invoice", "receipt", "invoice", "receipt", "invoice", "receipt"];
const REQUESTS = TOPICS.map((topic, at) => `please scan my ${topic} number ${at}`);

function propose(
  description: string,
  positive: readonly string[],
  negative: readonly string[] = [],
): ExampleProposal | undefined {
  const cases = [
    ...positive.map((query) => ({ query, should: true, line: 1 })),
    ...negative.map((query) => ({ query, should: false, line: 1 })),
  ];
  const rank = (text: string) =>
    rankCases("scan", cases, buildIndex([...OTHERS, { id: "scan", name: "scan-it", description: text }]), {
      top: 3,
      skills: 3,
    }).cases;
  return proposeExamples(description, rank(description), (text) => rank(text));
}

describe("[EV3] example requests", () => {
  test("are proposed if they help the half that they were not chosen from, with the figures of both", () => {
    const found = propose("Turns paper into text", ["photograph of a bill", ...REQUESTS].map(lost));
    expect(found?.requests).toHaveLength(3);
    expect(found?.description).toMatch(/^Turns paper into text\. Example requests: "[^"]+", "[^"]+", "[^"]+"\.$/);
    const { seen, unseen } = found as ExampleProposal;
    expect(unseen.after).toBeGreaterThan(unseen.before);
    expect(seen.of + unseen.of).toBe(9);
    for (const request of found?.requests ?? []) expect(found?.description).toContain(request);
  });

  test("are the same whatever the order of the requests", () => {
    const requests = REQUESTS.map(lost);
    expect(propose("Turns paper into text.", requests.toReversed())?.requests).toEqual(
      propose("Turns paper into text.", requests)?.requests,
    );
  });

  test.each<[string, string, string[], string[]]>([
    ["fewer than six requests", "Turns paper into text.", REQUESTS.slice(0, 5).map(lost), []],
    ["requests that all find it already", "Scans any invoice and receipt.", REQUESTS, []],
    ["no room in the description", `Turns paper into text. ${"Long. ".repeat(165)}`, REQUESTS.map(lost), []],
    ["requests too long to quote", "Turns paper into text.", REQUESTS.map((each) => lost(each).repeat(5)), []],
    [
      "near misses that would find it as often",
      "Turns paper into text.",
      REQUESTS.map(lost),
      REQUESTS.map((each) => `${lost(each)} but bigger`),
    ],
  ])("are not proposed with %s", (_, description, positive, negative) => {
    expect(propose(description, positive, negative)).toBeUndefined();
  });
});

/** Returns a request whose words are not in the description, but in another skill's. */
function lost(request: string): string {
  return request.replace("scan", "rotate the forms of");
}
