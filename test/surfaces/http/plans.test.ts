import { expect, test } from "vitest";
import { Plans, type StoredPlan } from "../../../src/surfaces/http/plans.ts";

const PLAN = { gone: [] } as unknown as StoredPlan;

test("[SV13] eight plans are kept, for less than fifteen minutes", () => {
  let now = 0;
  const plans = new Plans(() => now);
  const ids = Array.from({ length: 9 }, () => plans.keep(PLAN));
  const found = (): readonly boolean[] =>
    ids.map((id) => {
      try {
        return plans.find(id) !== undefined;
      } catch {
        return false;
      }
    });
  const eight = [false, ...Array<boolean>(8).fill(true)];
  now = 15 * 60_000 - 1;
  expect(found()).toEqual(eight);
  now++;
  expect(found()).toEqual(Array(9).fill(false));
});
