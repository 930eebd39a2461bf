// `node scripts/picker-image.mjs`: makes docs/images/picker.svg from the picker's screen in a terminal (tmux).
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const work = mkdtempSync(join(tmpdir(), "skillwright-image-"));
const [columns, rows] = [96, 16];

const SKILLS = {
  "pdf-forms": [
    "repo",
    "Fills in PDF forms and checks every field against the data it came from. Use when somebody has a form to fill.",
  ],
  "pdf-merge": ["user", "Merges, splits and reorders PDF files."],
  "pdf-redact": ["user", "Blacks out names and numbers in PDF files, and proves that they are gone."],
  "release-notes": ["repo", "Writes release notes from the commits since the last tag."],
  "spreadsheet-clean": ["user", "Cleans up spreadsheets before they are imported."],
  "sql-review": ["user", "Reviews SQL migrations for locks and lost data."],
};
for (const [name, [scope, description]] of Object.entries(SKILLS)) {
  const directory = join(work, scope === "repo" ? "project" : "home", ".agents/skills", name);
  mkdirSync(join(directory, "agents"), { recursive: true });
  writeFileSync(
    join(directory, "SKILL.md"),
    `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\n1. Look at what is there.\n2. Do it.\n3. Check the result.\n`,
  );
  if (name === "pdf-forms")
    writeFileSync(
      join(directory, "agents/openai.yaml"),
      "dependencies:\n  tools:\n    - type: env_var\n      value: FORMS_TOKEN\n",
    );
}
mkdirSync(join(work, "project/.git"), { recursive: true });

const socket = join(work, "tmux");
const tmux = (...args) => execFileSync("tmux", ["-S", socket, ...args], { encoding: "utf8" });
const env = `env -i PATH=/usr/bin:/bin TERM=xterm HOME=${work}/home`;
const bin = join(root, "dist/bin.cjs");
spawnSync("sh", ["-c", `cd ${work}/project && ${env} ${process.execPath} ${bin} trust --yes`]);
const command = `cd ${work}/project && ${env} ${process.execPath} ${bin} pick --many --no-default-skills`;
tmux("new-session", "-d", "-s", "w", "-x", String(columns), "-y", String(rows), "sh", "-c", command);
const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
wait(1500);
tmux("send-keys", "-t", "w", "pdf");
wait(300);
tmux("send-keys", "-t", "w", "Down", "Tab", "Up", "Up");
wait(500);
const screen = tmux("capture-pane", "-e", "-p", "-t", "w").replaceAll(work, "~");
tmux("kill-server");
rmSync(work, { recursive: true, force: true });

const COLOURS = { 31: "#e06c75", 32: "#98c379", 33: "#e5c07b", 34: "#61afef", 35: "#c678dd", 36: "#56b6c2" };
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Converts a line with colours to spans. */
function spans(line) {
  let style = {};
  return line
    .split(/(\x1b\[[0-9;]*m)/)
    .map((part) => {
      const codes = /^\x1b\[([0-9;]*)m$/.exec(part)?.[1]?.split(";").map(Number);
      if (codes === undefined) return part === "" ? "" : span(part, style);
      for (const code of codes) {
        if (code === 0) style = {};
        else if (code === 1) style = { ...style, bold: true };
        else if (code === 2) style = { ...style, dim: true };
        else if (code === 4) style = { ...style, line: true };
        else if (code === 22) style = { ...style, bold: false, dim: false };
        else if (code === 24) style = { ...style, line: false };
        else if (code === 39) style = { ...style, colour: undefined };
        else if (COLOURS[code]) style = { ...style, colour: COLOURS[code] };
      }
      return "";
    })
    .join("");
}

function span(text, { bold, dim, line, colour }) {
  const attributes = [
    bold ? ' font-weight="bold"' : "",
    dim ? ' opacity="0.6"' : "",
    line ? ' text-decoration="underline"' : "",
    colour ? ` fill="${colour}"` : "",
  ].join("");
  return `<tspan${attributes}>${escaped(text)}</tspan>`;
}

const [width, height] = [8.4, 18];
const lines = screen
  .split("\n")
  .slice(0, rows)
  .map((line, at) => `<text x="12" y="${12 + height * (at + 0.75)}" xml:space="preserve">${spans(line)}</text>`);
mkdirSync(join(root, "docs/images"), { recursive: true });
writeFileSync(
  join(root, "docs/images/picker.svg"),
  `<svg xmlns="http://www.w3.org/2000/svg" width="${columns * width + 24}" height="${rows * height + 24}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14" fill="#dcdfe4" role="img" aria-label="skillwright pick in a terminal">
<rect width="100%" height="100%" rx="8" fill="#1e2127"/>
${lines.join("\n")}
</svg>
`,
);
console.log("wrote docs/images/picker.svg");
