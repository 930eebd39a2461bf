import { afterAll, beforeAll, expect, test } from "vitest";
import { type Opened, openConsole, withBrowser } from "./open-console.ts";
import { VECTORS } from "./xss.ts";

const quoted = (text: string): string => JSON.stringify(text);

/** Returns a skill in which every displayed field has the same hostile text. */
function hostile(name: string, text: string, eligible = true): string {
  const q = quoted(text);
  const plain = ["license", "compatibility", "argument-hint", "when_to_use", "model", "agent", "unknown-key"];
  return [
    "---",
    `name: ${name}`,
    `description: ${quoted(`${name} ${text}`)}`,
    ...plain.map((key) => `${key}: ${q}`),
    ...["allowed-tools", "triggers", "paths"].map((key) => `${key}: [${q}]`),
    `metadata: { ${q}: ${q} }`,
    ...(eligible ? [] : [`eligibility: { required_env: [${q}] }`]),
    "---",
    "",
    text,
    "",
  ].join("\n");
}

function sidecar(text: string): string {
  const q = quoted(text);
  const keys = ["display_name", "short_description", "icon_small", "icon_large", "brand_color", "default_prompt"];
  return [
    "interface:",
    ...keys.map((key) => `  ${key}: ${q}`),
    "dependencies:",
    "  tools:",
    `    - { type: env_var, value: ${q}, description: ${q} }`,
    "",
  ].join("\n");
}

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" onload="parent.ran('icon')"><script>parent.ran("icon")</script></svg>`;

function files(): Record<string, string> {
  const skills = VECTORS.flatMap((vector, index) => {
    const directory = `~/.agents/skills/v${index}`;
    return [
      [`${directory}/SKILL.md`, hostile(`v${index}`, vector, index % 2 === 1)],
      [`${directory}/agents/openai.yaml`, sidecar(vector)],
    ];
  });
  const all = VECTORS.join("\n\n");
  const odd = VECTORS.filter((vector) => !/[/\n\0]/.test(vector) && vector.length < 100);
  return {
    ...Object.fromEntries(skills),
    "~/.agents/skills/all/SKILL.md": hostile("all", all),
    "~/.agents/skills/all/notes.md": all,
    "~/.agents/skills/all/icon.svg": DRAWING,
    "~/.agents/skills/all/agents/openai.yaml": "interface:\n  icon_large: ./icon.svg\n",
    ...Object.fromEntries(odd.map((name) => [`~/.agents/skills/all/files/${name}`, name])),
    // Hostile texts as names of skills. Such names are invalid, and findings repeat them.
    ...Object.fromEntries(
      odd.map((name) => [`~/.claude/skills/${name}/SKILL.md`, `---\nname: ${quoted(name)}\ndescription: d\n---\n`]),
    ),
    "vendor/all/SKILL.md": hostile("all", all),
  };
}

const VIEWS = [
  ["#/map", ".map"],
  ["#/hosts?hosts=all", ".rows.matrix [data-index='3']"],
  ["#/budget?window=2000000", ".rows.catalog [data-index='3']"],
] as const;

const TABS = [
  ["read", "article[data-skill=all] .markdown p"],
  ["source", ".source li"],
  ["files&file=notes.md", ".file .markdown"],
  ["needs", "#permissions"],
  ["hosts", ".host-answers li"],
  ["history", ".history .digest"],
] as const;

let opened: Opened;

withBrowser.describe("hostile skills in the console", () => {
  beforeAll(async () => {
    opened = await openConsole(files());
  });
  afterAll(() => opened.close());

  test("[WC5] there are at least sixty ways", () => {
    expect(new Set(VECTORS).size).toBeGreaterThanOrEqual(60);
  });

  test("[WC5] nothing runs in the views of all skills, and the policy has nothing to stop", async () => {
    await opened.page.waitForSelector(".rows.skills [data-index='3']");
    // Scrolls through the names and descriptions of all rows.
    await opened.page.evaluate(`(async () => {
      const scroller = document.querySelector(".scroller");
      for (let top = 0; top < scroller.scrollHeight; top += 600) {
        scroller.scrollTop = top;
        await new Promise(requestAnimationFrame);
      }
    })()`);
    for (const [hash, selector] of VIEWS) await opened.go(hash, selector);
    expect(await opened.wrongs()).toEqual([]);
  });

  test("[WC5] nothing runs if a skill is shown, in any field", async () => {
    // Runs all checks inside of the page, because a call from outside takes longer than the page.
    const shown = await opened.page.evaluate<number>(`(async () => {
      let shown = 0;
      for (let index = 0; index < ${VECTORS.length}; index++) {
        location.hash = "#/skill?id=" + encodeURIComponent("user:~/.agents/skills/v" + index);
        const deadline = performance.now() + 60_000;
        while (!document.querySelector('article[data-skill="v' + index + '"] .markdown')) {
          if (performance.now() > deadline) throw new Error("timed out waiting for the text of v" + index);
          await new Promise((next) => setTimeout(next, 2));
        }
        shown += document.querySelectorAll('article[data-skill="v' + index + '"] .markdown').length;
      }
      return shown;
    })()`);
    expect(shown).toBe(VECTORS.length);
    expect(await opened.wrongs()).toEqual([]);
  });

  test.each(TABS)("[WC5] nothing runs in %s of a skill with all of them", async (tab, selector) => {
    await opened.go(`#/skill?id=all&tab=${tab}`, selector);
    expect(await opened.wrongs()).toEqual([]);
  });

  test("[WC5] nothing runs in the review of what would be installed", async () => {
    await opened.go("#/review", "form");
    await opened.page.fill("[data-search]", "./vendor");
    await opened.page.click("form button[type=submit]");
    await opened.page.waitForSelector(".planned summary");
    await opened.page.click(".planned summary");
    await opened.page.waitForSelector(".planned details pre");
    expect(await opened.wrongs()).toEqual([]);
  });

  test("[WC5] nor where the address itself is hostile, or a message, or a search", async () => {
    const [first = ""] = VECTORS;
    await opened.go(`#/skill?id=${encodeURIComponent(first)}&tab=${encodeURIComponent(first)}`, ".failure");
    await opened.go(`#/code?code=${encodeURIComponent(first)}`, ".failure");
    await opened.go(`#/skills?q=${encodeURIComponent(first)}`, ".rows, .empty");
    await opened.go("#/budget", "textarea");
    await opened.page.fill("textarea", VECTORS.join(" $v1 "));
    await opened.page.waitForSelector("mark.selected");
    expect(await opened.wrongs()).toEqual([]);
  });
});
