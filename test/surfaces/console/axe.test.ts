import { afterAll, beforeAll, expect, test } from "vitest";
import { skill } from "../cli/run.ts";
import { axeSource, type Opened, openConsole, withBrowser } from "./open-console.ts";

let opened: Opened;

const VIEWS = [
  ["#/skills", ".rows.skills [data-index='3']"],
  ["#/skills?q=forms", "mark.hit"],
  ["#/skill?id=pdf", ".markdown h2"],
  ["#/skill?id=pdf&tab=source", ".source li .findings, .source li"],
  ["#/skill?id=pdf&tab=files&file=references/forms.md", ".file .markdown"],
  ["#/skill?id=pdf&tab=needs", "#could + *"],
  ["#/skill?id=pdf&tab=hosts", ".host-answers li"],
  ["#/skill?id=pdf&tab=history", ".history li"],
  ["#/skill?id=broken", "article .findings"],
  ["#/code?code=SK101", ".markdown p"],
  ["#/map", ".map .winner"],
  ["#/hosts?hosts=all", ".rows.matrix [data-index='2']"],
  ["#/budget", ".rows.catalog [data-index='1']"],
  ["#/review", ".empty, .installed"],
] as const;

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

withBrowser.describe("the accessibility of the console", () => {
  beforeAll(async () => {
    const body = "# Forms\n\n1. Look.\n\n```sh\nrun\n```\n\n| a | b |\n| - | - |\n| c | [d](references/forms.md) |\n";
    opened = await openConsole(
      {
        "~/.agents/skills/pdf/SKILL.md": `${skill("pdf", "Fill in PDF forms.", "allowed-tools: Bash(git *)\nfoo: 1\n")}${body}`,
        "~/.agents/skills/pdf/references/forms.md": "# Forms\n",
        "~/.claude/skills/pdf/SKILL.md": skill("pdf", "Another one."),
        "~/.agents/skills/broken/SKILL.md": "no frontmatter\n",
        "~/.agents/skills/other/SKILL.md": skill("other", "Another."),
        ".agents/skills/mine/SKILL.md": skill("mine", "Of a project that nobody trusts."),
        "vendor/fresh/SKILL.md": skill("fresh", "Comes from elsewhere."),
      },
      { write: true, bypassCSP: true },
    );
    await opened.page.evaluate(axeSource());
  });
  afterAll(() => opened.close());

  test.each(VIEWS)("[WC12] axe has nothing to say about %s, light and dark", async (view, selector) => {
    await opened.go(view, selector);
    await opened.until("!document.querySelector('.waiting')");
    const found: Record<string, readonly Violation[]> = {};
    for (const colorScheme of ["light", "dark"] as const) {
      await opened.page.emulateMedia({ colorScheme });
      // The second run checks only the rules that depend on colours.
      const options = colorScheme === "light" ? "{}" : "{ runOnly: ['color-contrast'] }";
      found[colorScheme] = await opened.page.evaluate<Violation[]>(
        `axe.run(document, ${options}).then(({ violations }) => violations.map(({ id, nodes }) => ({
          id, nodes: nodes.slice(0, 3).map(({ html, failureSummary }) => ({ html, failureSummary })) })))`,
      );
    }
    expect(found).toEqual({ light: [], dark: [] });
  });

  test("[WC12] nor about what is installed, and a removal that is asked about", async () => {
    await opened.go("#/review", "form");
    await opened.page.fill("[data-search]", "./vendor/fresh");
    await opened.page.click("form button[type=submit]");
    await opened.page.click(".question .primary");
    await opened.page.waitForSelector(".installed li");
    const found = "axe.run('main').then(({ violations }) => violations.map(({ id }) => id))";
    const installed = await opened.page.evaluate(found);
    await opened.page.click(".installed .actions button:last-child");
    await opened.page.waitForSelector(".plan h2");
    expect([installed, await opened.page.evaluate(found)]).toEqual([[], []]);
  });

  test("[WC12] nor about the list of keys", async () => {
    await opened.page.keyboard.press("?");
    await opened.page.waitForSelector("dialog[open]");
    expect(
      await opened.page.evaluate("axe.run('dialog').then(({ violations }) => violations.map(({ id }) => id))"),
    ).toEqual([]);
  });
});
