import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { skill } from "../cli/run.ts";
import { browser, type Opened, openConsole, skipped } from "./open-console.ts";

let opened: Opened;

/** The page is what is tried: its server says that there are so many. */
const ANSWER_WITH = `
  const real = window.fetch;
  window.fetch = async (path, init) => {
    if (path !== "/api/skills") return real(path, init);
    const answer = await (await real(path, init)).json();
    const [one] = answer.skills;
    answer.skills = Array.from({ length: Number(sessionStorage.rows || 1) }, (_, index) =>
      ({ ...one, id: one.id + index, name: one.name + index }));
    return new Response(JSON.stringify(answer));
  };
`;

/** Scrolls to and fro; how long a frame takes on average, and the most rows that were in the page. */
const SCROLL = `(async () => {
  const scroller = document.querySelector(".scroller");
  let most = 0;
  const started = performance.now();
  for (let step = 0; step < 40; step++) {
    scroller.scrollTop += step % 20 < 10 ? 110 : -110;
    await new Promise(requestAnimationFrame);
    most = Math.max(most, document.querySelectorAll(".rows .space .row").length);
  }
  return { frame: (performance.now() - started) / 40, most };
})()`;

interface Scrolled {
  readonly frame: number;
  readonly most: number;
}

/** The best of some runs: what else the machine does only makes them slower. */
async function scrolled(rows: number): Promise<Scrolled> {
  await opened.page.evaluate(`sessionStorage.rows = ${rows}`);
  await opened.page.goto(opened.url);
  await opened.page.waitForSelector(".rows [data-index='15']");
  const runs: Scrolled[] = [];
  for (let run = 0; run < 2; run++) runs.push(await opened.page.evaluate<Scrolled>(SCROLL));
  return runs.reduce((best, each) => (each.frame < best.frame ? each : best));
}

describe.skipIf(!browser)(`ten thousand skills in the console${skipped}`, () => {
  beforeAll(async () => {
    opened = await openConsole({ "~/.agents/skills/pdf/SKILL.md": skill("pdf", "Fill in PDF forms.") });
    await opened.page.addInitScript(ANSWER_WITH);
  });
  afterAll(() => opened.close());

  test("[WC11] scroll as a hundred do, with as many rows in the page", async () => {
    const few = await scrolled(100);
    const many = await scrolled(10_000);
    expect(many.most).toBeLessThanOrEqual(few.most + 2);
    expect(many.most).toBeLessThan(60);
    expect(many.frame / few.frame).toBeLessThan(3);
  });

  test("[WC11] the last is reached by one key, and named to screen readers by its number", async () => {
    await opened.page.keyboard.press("G");
    await opened.page.waitForSelector("[data-index='9999'] a:focus");
    expect(await opened.page.evaluate("document.querySelector('[role=table]').getAttribute('aria-rowcount')")).toBe(
      "10001",
    );
  });
});
