import { afterAll, beforeAll, expect, test } from "vitest";
import { skill } from "../cli/run.ts";
import { type Opened, openConsole, withBrowser } from "./open-console.ts";

let opened: Opened;

withBrowser.describe("the console in Chromium", () => {
  beforeAll(async () => {
    opened = await openConsole({
      "~/.agents/skills/pdf/SKILL.md": skill("pdf", "Fill in PDF forms.", "allowed-tools: Bash(git *)\n"),
      "~/.agents/skills/pdf/references/forms.md": "# Forms\n",
      "~/.claude/skills/pdf/SKILL.md": skill("pdf", "Another one."),
      "~/.agents/skills/broken/SKILL.md": "no frontmatter\n",
      ".agents/skills/mine/SKILL.md": skill("mine", "Of a project that nobody trusts."),
      "~/.config/skillwright/config.yaml": "disable: [off]\n",
      "~/.agents/skills/off/SKILL.md": skill("off"),
    });
  });
  afterAll(() => opened.close());

  test("[WC1] every file that was found is a row, with its scope and its outcome", async () => {
    await opened.page.waitForSelector(".rows.skills [data-index='4']");
    const rows = await opened.page.evaluate<string[]>(
      `[...document.querySelectorAll(".rows.skills .space .row")].map((row) => [
        row.querySelector("a").textContent, ...[...row.children].slice(1, 3).map((cell) => cell.textContent)].join(" "))`,
    );
    expect(rows.sort()).toEqual([
      "broken user ✕ rejected",
      "mine repo ◐ withheld",
      "off user ○ disabled",
      "pdf user ◌ overridden",
      "pdf user ● loaded",
    ]);
  });

  test("[WC1] a search asks the server, and marks what was found", async () => {
    await opened.page.fill("[data-search]", "fill forms");
    await opened.page.waitForSelector("mark.hit");
    expect(await opened.page.textContent(".rows.skills [data-index='0'] .what")).toBe("pdfFill in PDF forms.");
    expect(await opened.page.evaluate("location.hash")).toBe("#/skills?q=fill+forms");
    await opened.page.fill("[data-search]", "");
  });

  test("[WC4] the precedence map draws who takes precedence over whom, and says it", async () => {
    await opened.go("#/map", ".map .winner");
    expect(await opened.page.evaluate("document.querySelectorAll('.map .loser').length")).toBe(1);
    expect(await opened.page.textContent(".overrides")).toContain("takes precedence over ~/.claude/skills");
  });

  test("[WC4] skills by hosts, with the reason", async () => {
    await opened.go("#/hosts?hosts=all", ".rows.matrix [data-index='0']");
    const head = await opened.page.textContent(".rows.matrix .head");
    expect(head).toContain("claude-code");
    expect(await opened.page.textContent(".rows.matrix .space")).toContain("SK701");
  });

  test("[WC4] [WC12] on a narrow screen each cell of the matrix is below the name of its host", async () => {
    await opened.page.setViewportSize({ width: 640, height: 800 });
    await opened.go("#/hosts?hosts=all", ".rows.matrix [data-index='0']");
    const columns = (selector: string): Promise<number[]> =>
      opened.page.evaluate<number[]>(
        `[...document.querySelector("${selector}").children].map((each) => Math.round(each.getBoundingClientRect().x))`,
      );
    const cells = await columns(".rows.matrix [data-index='0']");
    expect(cells.slice(1)).toEqual((await columns(".rows.matrix .head > *")).slice(1));
    await opened.page.setViewportSize({ width: 1200, height: 800 });
  });

  test("[WC4] the page of a skill has the state that the list has", async () => {
    await opened.go("#/skill?id=mine", ".skill-head .outcome");
    expect(await opened.page.textContent(".skill-head .marks")).toContain("withheld");
    const id = encodeURIComponent("user:~/.claude/skills/pdf");
    await opened.go(`#/skill?id=${id}`, "[data-skill='pdf'] .skill-head .outcome");
    expect(await opened.page.textContent(".skill-head .marks")).toContain("overridden");
  });

  test.each([
    ["read", ".markdown"],
    ["source", ".source li"],
    ["files", ".files a"],
    ["needs", "#permissions"],
    ["hosts", ".host-answers li"],
    ["history", ".history .digest"],
  ])("[WC4] a skill: %s", async (tab, selector) => {
    await opened.go(`#/skill?id=pdf&tab=${tab}`, selector);
    expect(await opened.page.textContent("h1")).toBe("pdf");
  });

  test("[WC4] a file that is not a skill has a reason", async () => {
    await opened.go("#/skill?id=broken", "article .plain .findings");
    expect(await opened.page.textContent("article")).toContain("rejected");
  });

  test("[WC4] the budget: the catalog of every host for a window size, and the skills that a message activates", async () => {
    await opened.go("#/budget?window=200000", ".bar-button");
    expect(await opened.page.textContent(".bar-button .bar-counts")).toContain("full");
    await opened.page.fill("textarea", "use $pdf and $nothing");
    await opened.page.waitForSelector("mark.selected");
    expect(await opened.page.textContent("mark.selected")).toBe("$pdf");
  });

  test("[WC9] no other server was contacted, and the policy blocked nothing", async () => {
    expect(await opened.wrongs()).toEqual([]);
  });
});
