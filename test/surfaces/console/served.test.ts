import { afterAll, beforeAll, expect, test } from "vitest";
import { waitFor } from "../../wait.ts";
import { type Liar, liar, serves } from "../mcp/liar.ts";
import { skillFile } from "../mcp/machine.ts";
import { type Opened, openConsole, withBrowser } from "./open-console.ts";

let opened: Opened;
let server: Liar;

withBrowser.describe("a skill of another server", () => {
  beforeAll(async () => {
    server = await liar(serves({ "skill://forms/SKILL.md": skillFile("forms", "", "Fill in.\n") }));
    const mcp = { docs: { url: server.url, skills: true, headers: {} } };
    opened = await openConsole({ "~/.config/skillwright/config.yaml": JSON.stringify({ mcp }) });
    await opened.page.waitForSelector(".rows.skills [data-index='0']");
  });
  afterAll(async () => {
    await opened.close();
    server.close();
  });

  test.each([
    [
      "needs",
      "#could + p",
      "Only the skill's catalog entry was checked: it comes from the MCP server `docs`, and you have not approved it.",
    ],
    ["history", ".history .digest", "An MCP server provides this skill. Its files are checked"],
  ])("[WC4] [MC20] %s says what there is to say, and nothing went wrong", async (tab, selector, says) => {
    await opened.go(`#/skill?id=mcp:docs:forms&tab=${tab}`, selector);
    // The page shows the rest of the tab only after a second answer of the server.
    await waitFor(`"${says}"`, async () => (await opened.page.textContent("article"))?.includes(says));
    expect(await opened.page.evaluate("document.querySelectorAll('article [role=alert]').length")).toBe(0);
  });
});
