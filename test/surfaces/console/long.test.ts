import { afterAll, beforeAll, expect, test } from "vitest";
import { skill } from "../cli/run.ts";
import { type DevTools, type Opened, openConsole, withBrowser } from "./open-console.ts";

let opened: Opened;
let devTools: DevTools;

/** Tests only the page. A replaced `fetch` returns this many rows. */
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

/** Scrolls down and up. Returns the maximum number of rows in the page. */
const SCROLL = `(async () => {
  const scroller = document.querySelector(".scroller");
  let most = 0;
  for (let step = 0; step < 80; step++) {
    scroller.scrollTop += step % 20 < 10 ? 110 : -110;
    await new Promise(requestAnimationFrame);
    most = Math.max(most, document.querySelectorAll(".rows .space .row").length);
  }
  return most;
})()`;

/** Returns the maximum number of rows in the page, and the CPU time of its main thread, while it scrolls. */
async function scrolled(rows: number): Promise<{ most: number; seconds: number }> {
  await opened.page.evaluate(`sessionStorage.rows = ${rows}`);
  await opened.page.goto(opened.url);
  await opened.page.waitForSelector(".rows [data-index='15']");
  const started = await taskSeconds();
  const most = await opened.page.evaluate<number>(SCROLL);
  return { most, seconds: (await taskSeconds()) - started };
}

async function taskSeconds(): Promise<number> {
  const { metrics } = await devTools.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
}

withBrowser.describe("ten thousand skills in the console", () => {
  beforeAll(async () => {
    opened = await openConsole({ "~/.agents/skills/pdf/SKILL.md": skill("pdf", "Fill in PDF forms.") });
    await opened.page.addInitScript(ANSWER_WITH);
    devTools = await opened.page.context().newCDPSession(opened.page);
    await devTools.send("Performance.enable", { timeDomain: "threadTicks" });
  });
  afterAll(() => opened.close());

  test("[WC10] scroll as a hundred do, with as many rows in the page", async () => {
    const few = await scrolled(100);
    const many = await scrolled(10_000);
    expect(many.most).toBeLessThanOrEqual(few.most + 2);
    expect(many.most).toBeLessThan(60);
    expect(many.seconds / few.seconds).toBeLessThan(3);
  });

  test("[WC10] the last is reached by one key, and named to screen readers by its number", async () => {
    await opened.page.keyboard.press("G");
    await opened.page.waitForSelector("[data-index='9999'] a:focus");
    expect(await opened.page.evaluate("document.querySelector('[role=table]').getAttribute('aria-rowcount')")).toBe(
      "10001",
    );
  });
});
