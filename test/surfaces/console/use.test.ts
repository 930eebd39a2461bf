import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { skill } from "../cli/run.ts";
import { type Opened, openConsole, withBrowser } from "./open-console.ts";

let opened: Opened;

const focused = (): Promise<string> =>
  opened.page.evaluate<string>(
    "document.activeElement.dataset.search !== undefined ? 'search' : document.activeElement.textContent",
  );
const hash = (): Promise<string> => opened.page.evaluate<string>("decodeURIComponent(location.hash)");
const keys = async (...typed: string[]): Promise<void> => {
  for (const key of typed) await opened.page.keyboard.press(key);
};
const until = (code: string): Promise<void> => opened.until(code);

function withIcon(name: string, icon: string | Uint8Array): Record<string, string | Uint8Array> {
  const directory = `~/.agents/skills/${name}`;
  return {
    [`${directory}/SKILL.md`]: skill(name),
    [`${directory}/agents/openai.yaml`]: "interface:\n  icon_large: ./icon.png\n",
    [`${directory}/icon.png`]: icon,
  };
}

const HOOK = "hooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks: [{ type: command, command: ./spy.sh }]\n";

/** One transparent pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

withBrowser.describe("the console in use", () => {
  beforeAll(async () => {
    opened = await openConsole(
      {
        "~/.agents/skills/alpha/SKILL.md": skill("alpha", "The first."),
        "~/.agents/skills/beta/SKILL.md": skill("beta", "The second."),
        ".agents/skills/mine/SKILL.md": skill("mine", "The project is untrusted.", HOOK),
        ".claude/settings.json": JSON.stringify({ hooks: { Stop: [{ hooks: [{ command: "./stop.sh" }] }] } }),
        ".skillwright/config.yaml": "mcp:\n  files: { command: npx, args: [-y, far] }\n",
        "vendor/fresh/SKILL.md": skill("fresh", "Comes from elsewhere."),
        ...withIcon("png", PIXEL),
        ...withIcon(
          "drawn",
          '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="ran(1)"><script>ran(2)</script></svg>',
        ),
        ...withIcon("faked", "<html><script>ran(3)</script></html>"),
      },
      { write: true },
    );
    await opened.page.waitForSelector(".rows.skills [data-index='2']");
  });
  afterAll(() => opened.close());

  test("[WC12] a walk by keys alone", async () => {
    await keys("/");
    expect(await focused()).toBe("search");
    await opened.page.keyboard.type("beta");
    await until("document.querySelector('[data-index=\"0\"] a mark')?.textContent === 'beta'");
    await keys("Enter");
    await opened.page.waitForSelector("article[data-skill=beta]");
    await keys("]");
    await opened.page.waitForSelector(".source li");
    await keys("Escape");
    await until("location.hash.startsWith('#/skills')");
    await keys("g", "p");
    expect(await hash()).toBe("#/map");
    await keys("g", "h");
    expect(await hash()).toBe("#/hosts");
    await keys("g", "b");
    expect(await hash()).toBe("#/budget");
    await keys("g", "r");
    expect(await hash()).toBe("#/review");
    await keys("g", "s");
    await opened.page.waitForSelector(".rows.skills [data-index='2']");
    await keys("j", "j", "j", "k");
    await opened.page.waitForSelector("[data-index='1'] a:focus");
    await keys("G");
    await opened.page.waitForSelector("[data-index='5'] a:focus");
    await keys("?");
    await opened.page.waitForSelector("dialog[open]");
    await keys("Escape");
    await until("!document.querySelector('dialog[open]')");
    const before = await opened.page.evaluate("document.documentElement.dataset.theme");
    await keys("t");
    expect(await opened.page.evaluate("document.documentElement.dataset.theme")).not.toBe(before);
  });

  test("[WC10] what changes on the disk shows by itself", async () => {
    opened.place.write({ "~/.agents/skills/gamma/SKILL.md": skill("gamma", "The third.") });
    await until("document.querySelector('.rows').textContent.includes('gamma')");
    rmSync(join(opened.place.home, ".agents/skills/gamma"), { recursive: true });
    await until("!document.querySelector('.rows').textContent.includes('gamma')");
    await opened.go("#/skill?id=alpha", "article[data-skill=alpha] .markdown");
    opened.place.write({ "~/.agents/skills/alpha/SKILL.md": `${skill("alpha", "The first.")}\nAnother line.\n` });
    await until("document.querySelector('.markdown').textContent.includes('Another line.')");
  });

  test("[WC13] with --write a skill is switched off and on", async () => {
    await opened.go("#/skill?id=alpha", ".skill-head button");
    await opened.page.click(".skill-head button");
    await until("document.querySelector('.skill-head button').textContent === 'Enable'");
    await opened.page.click(".skill-head button");
    await until("document.querySelector('.skill-head button').textContent === 'Disable'");
  });

  test("[WC13] [T10] a project is trusted only after the list of what it brings", async () => {
    await opened.go("#/skills", ".banner button");
    expect(await opened.page.evaluate("document.querySelector('.survey')")).toBe(null);
    await opened.page.click(".banner button");
    await opened.page.waitForSelector(".survey .primary");
    const list = (await opened.page.textContent(".survey")) ?? "";
    for (const part of [
      "brings 1 skill",
      "and 1 skill that only other hosts find, or that are in other directories of the project",
      "mine",
      "fresh",
      "PreToolUse",
      "./spy.sh",
      "Stop",
      "./stop.sh",
      "runs: npx -y far",
      "Files that decide which skills other hosts see",
    ])
      expect(list).toContain(part);
  });

  test("[WC13] [Y23] and not if it brings something else by then", async () => {
    // The page sends the approval of an older list.
    await opened.page.evaluate(`(() => { const real = window.fetch; window.fetch = async (path, init) => {
      if (path !== '/api/trust') return real(path, init);
      return real(path, { ...init, body: JSON.stringify({ approval: window.stale ?? JSON.parse(init.body).approval }) });
    }; window.stale = "sha256:" + "0".repeat(64); })()`);
    await opened.page.click(".survey .primary");
    await until("document.body.textContent.includes('has changed since it was shown')");
    expect(await opened.page.evaluate("!!document.querySelector('.banner')")).toBe(true);
    await opened.page.evaluate("window.stale = undefined");
    await opened.page.click(".survey .primary");
    await until("!document.querySelector('.banner')");
    await until(
      "[...document.querySelectorAll('.rows .outcome')].every((each) => each.textContent.includes('loaded'))",
    );
  });

  test("[WC13] an install and an update are reviewed, and done after a yes", async () => {
    await opened.go("#/review", "form");
    await opened.page.fill("[data-search]", "./vendor/fresh");
    await opened.page.click("form button[type=submit]");
    await opened.page.waitForSelector(".planned");
    expect(await opened.page.textContent(".planned h2")).toBe("fresh new");
    await opened.page.click(".question .primary");
    await opened.page.waitForSelector(".installed li");
    opened.place.write({
      "vendor/fresh/SKILL.md": `${skill("fresh", "Comes from elsewhere.")}\nNow it asks https://a.example/ too.\n`,
      "vendor/fresh/scripts/run.sh": "#!/bin/sh\ncurl https://a.example/\n",
    });
    await opened.page.click(".installed button");
    await opened.page.waitForSelector(".planned .patch");
    expect(await opened.page.textContent(".planned .patch .added")).toContain("+");
    expect(await opened.page.textContent(".planned .diff")).toContain("+ scripts scripts/run.sh");
    await opened.page.click(".question .primary");
    await opened.page.waitForSelector(".installed li");
    await opened.go("#/skill?id=fresh&tab=history", ".history li:nth-child(2)");
    expect(await opened.page.textContent(".history li:nth-child(2)")).toContain("before");
  });

  test("[WC13] by keys, a removal is shown and asked about, refused once, and then done", async () => {
    await opened.go("#/review", ".installed .actions button:last-child");
    expect(await opened.page.textContent(".installed .actions button:last-child")).toBe("Remove fresh");
    await opened.page.focus(".installed .actions button:last-child");
    await keys("Enter");
    await opened.page.waitForSelector(".plan:focus");
    expect(await opened.page.textContent(".plan .path")).toBe(`${opened.place.project}/.agents/skills/fresh`);
    expect(await opened.page.textContent(".question .primary")).toBe("Yes, remove");
    await keys("Tab", "Tab");
    expect(await focused()).toBe("No, leave everything as it is");
    await keys("Enter");
    await opened.page.waitForSelector(".installed li");
    expect(existsSync(`${opened.place.project}/.agents/skills/fresh/SKILL.md`)).toBe(true);
    await opened.page.focus(".installed .actions button:last-child");
    await keys("Enter");
    await opened.page.waitForSelector(".plan:focus");
    await keys("Tab", "Enter");
    await opened.page.waitForSelector(".empty");
    expect(existsSync(`${opened.place.project}/.agents/skills/fresh`)).toBe(false);
    await opened.go("#/skills", ".rows.skills [data-index='1']");
    await until("!document.querySelector('.rows').textContent.includes('fresh')");
  });

  test("[WC4] [SV31] the icon of a skill is drawn, of whatever kind, and a letter stands for what is none", async () => {
    const shown = "document.querySelector('img.skill-icon')?.naturalWidth";
    await opened.go("#/skill?id=png", "article[data-skill=png] img.skill-icon");
    await until(`${shown} === 1`);
    await opened.go("#/skill?id=drawn", "article[data-skill=drawn] img.skill-icon");
    await until(`${shown} === 9`);
    await opened.go("#/skill?id=faked", "article[data-skill=faked] span.skill-icon");
    expect(await opened.page.textContent("span.skill-icon")).toBe("F");
  });

  test("[WC12] at the width of a phone nothing is wider than the page", async () => {
    await opened.page.setViewportSize({ width: 360, height: 700 });
    for (const [view, selector] of PHONE) {
      await opened.go(view, selector);
      expect([view, await opened.page.evaluate("document.documentElement.scrollWidth")]).toEqual([view, 360]);
    }
  });

  test("[WC9] nothing went wrong by the way", async () => {
    expect(await opened.wrongs()).toEqual([]);
  });
});

const PHONE = [
  ["#/skills", ".rows.skills [data-index='1']"],
  ["#/skill?id=alpha", ".markdown"],
  ["#/map", ".map"],
  ["#/hosts?hosts=all", ".rows.matrix [data-index='1']"],
  ["#/budget", ".rows.catalog [data-index='1']"],
  ["#/review", ".empty"],
] as const;
