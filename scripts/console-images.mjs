// `node scripts/console-images.mjs`: makes docs/images/console-*.png with a real browser and a real server.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { fetchBrowser, NO_BROWSER } from "./browser.mjs";
import { root } from "./locked-packages.mjs";

const browser = await fetchBrowser();
if (!browser) {
  console.error(NO_BROWSER);
  process.exit(1);
}
const work = mkdtempSync(join(tmpdir(), "skillwright-images-"));
const [home, project] = [join(work, "home", "ada"), join(work, "home", "ada", "invoices")];
const images = join(root, "docs", "images");

const SKILLS = {
  "~/.agents/skills/pdf-forms":
    "Fills in PDF forms and checks every field against the data it came from. Use when somebody has a form to fill.",
  "~/.agents/skills/pdf-merge": "Merges, splits and reorders PDF files.",
  "~/.agents/skills/pdf-redact": "Blacks out names and numbers in PDF files, and proves that they are gone.",
  "~/.agents/skills/sql-review": "Reviews SQL migrations for locks and lost data. Use before a migration is merged.",
  "~/.claude/skills/sql-review": "Looks over SQL migrations.",
  "~/.claude/skills/release-notes": "Writes release notes from a changelog.",
  "~/.claude/skills/spreadsheet-clean": "Cleans up spreadsheets before they are imported: types, dates, empty rows.",
  ".agents/skills/release-notes":
    "Writes release notes from the commits since the last tag. Use when a version is about to be published.",
  ".agents/skills/invoice-check":
    "Checks invoices against orders and says which do not fit. Use for every invoice over 1,000 €.",
  ".claude/skills/invoice-check": "Checks invoices.",
  ".claude/skills/style-guide": "How texts are written in this project: words, tone, numbers, dates.",
};
const BODY = `# How it is done

1. Read \`references/fields.md\` for what every field means.
2. Fill in a copy, never the form itself:

   \`\`\`sh
   python scripts/fill.py form.pdf data.json > filled.pdf
   \`\`\`

3. Check the result against the data, **field by field**, and say which are empty.

> A signature is never filled in. Ask for it.

| field | from |
| --- | --- |
| name | \`customer.name\` |
| date | today |
`;

function write(path, text) {
  const full = path.startsWith("~/") ? join(home, path.slice(2)) : join(project, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
}

for (const [directory, description] of Object.entries(SKILLS)) {
  const name = directory.split("/").at(-1);
  const more = name === "pdf-forms" ? "allowed-tools: Bash(python scripts/fill.py *), Read\nlicense: MIT\n" : "";
  write(`${directory}/SKILL.md`, `---\nname: ${name}\ndescription: "${description}"\n${more}---\n\n${BODY}`);
}
write("~/.agents/skills/pdf-forms/scripts/fill.py", "import sys\n");
write("~/.agents/skills/pdf-forms/references/fields.md", "# Fields\n");
write(
  "~/.agents/skills/pdf-forms/agents/openai.yaml",
  'interface:\n  display_name: PDF forms\n  brand_color: "#b4541f"\n  default_prompt: Fill in this form for me.\ndependencies:\n  tools:\n    - type: env_var\n      value: FORMS_TOKEN\n',
);
write("~/.agents/skills/drafts/SKILL.md", "---\ndescription: [\n---\n");
write("~/.config/skillwright/config.yaml", "disable: [pdf-merge]\n");
mkdirSync(join(project, ".git"), { recursive: true });

const bin = join(root, "dist", "bin.cjs");
const env = { PATH: "/usr/bin:/bin", HOME: home, NO_COLOR: "1" };
spawnSync(process.execPath, [bin, "trust", "--yes"], { cwd: project, env });
const server = spawn(process.execPath, [bin, "serve", "--port", "0", "--write", "--no-default-skills"], {
  cwd: project,
  env,
  stdio: ["ignore", "pipe", "inherit"],
});
const url = await new Promise((resolve) => server.stdout.once("data", (line) => resolve(String(line).trim())));

const { chromium } = await import(
  pathToFileURL(join(browser.directory, "node_modules", "playwright-core", "index.mjs")).href
);
const running = await chromium.launch({
  executablePath: browser.program,
  env: { ...process.env, ...browser.variables },
  args: ["--no-sandbox", "--disable-gpu"],
});

const SHOTS = [
  ["skills", "#/skills", ".rows.skills .row.selected, .rows.skills [data-index='3']", "light"],
  ["skill", "#/skill?id=pdf-forms", ".markdown table", "light"],
  ["map", "#/map", ".map .winner", "dark"],
  ["hosts", "#/hosts?hosts=all", ".rows.matrix [data-index='2']", "light"],
  ["budget", "#/budget?window=8000", ".rows.catalog [data-index='2']", "dark"],
  ["review", "#/review", ".empty", "light"],
];
try {
  for (const [name, hash, selector, colorScheme] of SHOTS) await shoot(name, hash, selector, { colorScheme });
  await shoot("phone", "#/skills", ".rows.skills [data-index='3']", {
    colorScheme: "light",
    viewport: { width: 390, height: 760 },
  });
} finally {
  await running.close();
  server.kill();
  rmSync(work, { recursive: true, force: true });
}

async function shoot(name, hash, selector, options) {
  const page = await running.newPage({ viewport: { width: 1180, height: 720 }, ...options });
  await page.route(/\/api\/(?!events)/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(work, "") });
  });
  await page.goto(`${url}${hash}`);
  await page.waitForSelector(selector);
  await page.waitForLoadState("load");
  await page.evaluate(() => new Promise((done) => setTimeout(done, 400)));
  await page.screenshot({ path: join(images, `console-${name}.png`) });
  await page.close();
}
