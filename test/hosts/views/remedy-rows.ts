/**
 * One row for every diagnostic code that concerns hosts: a file tree that causes it, the expected text of the remedy,
 * and the name under which the skill is visible after the remedy.
 */
import type { Code } from "../../../src/model/diagnostics/catalogue.ts";
import { type Entries, skill } from "../../tree.ts";

export interface RemedyRow {
  readonly code: Code;
  readonly host: string;
  readonly tree: Entries;
  /** The skill that `explain` explains (default: `pdf`). */
  readonly asked?: string;
  readonly fix: string;
  /** The skill that `explain` explains after the remedy (default: the same). */
  readonly later?: string;
  /** True if only a person can apply the remedy. Then there are no steps. */
  readonly byHand?: true;
  /** Files that cannot be read until a step changes their permission. */
  readonly denied?: string;
  readonly cwd?: string;
}

const AGENTS = "project/.agents/skills";
const CLAUDE = "project/.claude/skills";
const REPOSITORY: Entries = { "project/.git/HEAD": "ref: refs/heads/main\n" };
const PDF = skill("pdf");

/** Returns a file with this frontmatter. */
const head = (...lines: string[]): string => ["---", ...lines, "---", "# PDF", "", "Reads PDF files.", ""].join("\n");
const DESCRIPTION = "description: Reads PDF files. Use it for forms.";
const many = (count: number): Entries =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`home/.agents/skills/a${at + 100}/SKILL.md`, skill(`a${at + 100}`)]),
  );

const SWITCHED_OFF: Entries = {
  ...REPOSITORY,
  [`${AGENTS}/pdf/SKILL.md`]: PDF,
  [`${CLAUDE}/pdf`]: { link: "../../.agents/skills/pdf" },
  "project/.claude/settings.json": '{ "skillOverrides": { "pdf": "off" } }',
  "project/.gemini/settings.json": '{ "skills": { "disabled": ["pdf"] } }',
  "home/.codex/config.toml": '[[skills.config]]\nname = "pdf"\nenabled = false\n',
};

const PLUGINS = "home/.claude/plugins";

/** Returns a plugin `kit` of the marketplace `m` with the skill `pdf`, installed for the user and enabled. */
function plugin({ copy = {}, entry = {}, on = true as boolean, more = {} as Entries } = {}): Entries {
  const path = `/HOME/.claude/plugins/cache/m/kit/1.0.0`;
  const manifest = JSON.stringify({ name: "kit", version: "1.0.0", ...copy });
  return {
    ...REPOSITORY,
    [`${PLUGINS}/marketplaces/m/.claude-plugin/marketplace.json`]:
      '{ "plugins": [{ "name": "kit", "source": "./kit" }] }',
    [`${PLUGINS}/marketplaces/m/kit/.claude-plugin/plugin.json`]: '{ "name": "kit", "version": "1.0.0" }',
    [`${PLUGINS}/cache/m/kit/1.0.0/.claude-plugin/plugin.json`]: manifest,
    [`${PLUGINS}/cache/m/kit/1.0.0/skills/pdf/SKILL.md`]: PDF,
    [`${PLUGINS}/known_marketplaces.json`]:
      '{ "m": { "source": { "source": "github" }, "installLocation": "/HOME/.claude/plugins/marketplaces/m" } }',
    [`${PLUGINS}/installed_plugins.json`]: JSON.stringify({
      version: 2,
      plugins: { "kit@m": [{ scope: "user", installPath: path, ...entry }] },
    }),
    "home/.claude/settings.json": JSON.stringify({ enabledPlugins: { "kit@m": on } }),
    ...more,
  };
}

/** Returns a plugin `kit` of the marketplace `m` in the cache of Codex. */
function cached(config: string): Entries {
  return {
    ...REPOSITORY,
    "home/.codex/plugins/cache/m/kit/1.0.0/.codex-plugin/plugin.json": '{ "name": "kit" }',
    "home/.codex/plugins/cache/m/kit/1.0.0/skills/pdf/SKILL.md": PDF,
    "home/.codex/config.toml": config,
  };
}

export const ROWS: readonly RemedyRow[] = [
  {
    code: "SK701",
    host: "claude-code",
    tree: { [`${AGENTS}/pdf/SKILL.md`]: PDF },
    fix: "add a symlink `.claude/skills/pdf` to `../../.agents/skills/pdf`",
  },
  {
    code: "SK701",
    host: "claude-code",
    tree: { "home/.agents/skills/pdf/SKILL.md": PDF, [`${CLAUDE}/own/SKILL.md`]: skill("own") },
    fix: "add a symlink `~/.claude/skills/pdf` to `../../.agents/skills/pdf`",
  },
  {
    code: "SK701",
    host: "claude-code",
    tree: { "home/.agents/skills/pdf/SKILL.md": PDF, "home/dot/keep": "", "home/.claude": { link: "dot" } },
    fix: "add a symlink `~/.claude/skills/pdf` to `../../.agents/skills/pdf`",
  },
  {
    code: "SK701",
    host: "codex",
    tree: { ...REPOSITORY, [`${CLAUDE}/pdf/SKILL.md`]: PDF },
    fix: "add a symlink `.agents/skills/pdf` to `../../.claude/skills/pdf`",
  },
  {
    code: "SK701",
    host: "codex",
    tree: { ...REPOSITORY, [`${CLAUDE}/pdf/SKILL.md`]: PDF, "project/.codex/skills/own/SKILL.md": skill("own") },
    fix: "add a symlink `.codex/skills/pdf` to `../../.claude/skills/pdf`",
  },
  {
    code: "SK701",
    host: "claude-code",
    tree: { ...REPOSITORY, [`${AGENTS}/pdf/SKILL.md`]: PDF, "project/sub/keep": "" },
    cwd: "project/sub",
    fix: "add a symlink `TOP/project/.claude/skills/pdf` to `../../.agents/skills/pdf`",
  },
  {
    code: "SK701",
    host: "claude-code",
    tree: { [`${AGENTS}/pdf/SKILL.md`]: skill("pdf-tools") },
    later: "pdf-tools",
    fix: "add a symlink `.claude/skills/pdf-tools` to `../../.agents/skills/pdf`",
  },
  {
    code: "SK701",
    host: "claude-code",
    tree: { [`${AGENTS}/SKILL.md`]: PDF },
    asked: AGENTS,
    fix: "add a symlink `.claude/skills/pdf/SKILL.md` to `../../../.agents/skills/SKILL.md`",
  },
  {
    code: "SK701",
    host: "gemini-cli",
    tree: { [`${CLAUDE}/pdf/SKILL.md`]: head(DESCRIPTION) },
    fix: "add a symlink `.agents/skills/pdf` to `../../.claude/skills/pdf`, and write `name: pdf` in the frontmatter",
  },
  {
    code: "SK701",
    host: "pi",
    tree: { [`${CLAUDE}/pdf/SKILL.md`]: PDF, [`${AGENTS}/other/SKILL.md`]: PDF },
    asked: `${CLAUDE}/pdf`,
    later: "pdf-2",
    fix: "add a symlink `.agents/skills/pdf` to `../../.claude/skills/pdf`, and set `name` to `pdf-2`",
  },
  {
    code: "SK701",
    host: "openclaw",
    tree: { [`${AGENTS}/pdf/SKILL.md`]: PDF },
    fix: "copy it to `~/.agents/skills/pdf`",
  },
  {
    code: "SK701",
    host: "codex",
    tree: { ...REPOSITORY, [`${CLAUDE}/pdf/skill.md`]: PDF },
    fix: "add a symlink `.agents/skills/pdf` to `../../.claude/skills/pdf`, and rename `skill.md` to `SKILL.md`",
  },
  {
    code: "SK702",
    host: "claude-code",
    tree: { [`${CLAUDE}/office/pdf/SKILL.md`]: PDF },
    fix: "move it one directory up, to `.claude/skills/pdf`",
  },
  {
    code: "SK702",
    host: "gemini-cli",
    tree: { [`${AGENTS}/office/files/pdf/SKILL.md`]: PDF, [`${AGENTS}/pdf/SKILL.md`]: skill("other") },
    asked: `${AGENTS}/office/files/pdf`,
    later: `${AGENTS}/pdf-2`,
    fix: "move it 2 directories up, to `.agents/skills/pdf-2`",
  },
  {
    code: "SK702",
    host: "codex",
    tree: { ...REPOSITORY, [`${AGENTS}/1/2/3/4/5/6/pdf/SKILL.md`]: PDF },
    fix: "move it one directory up, to `.agents/skills/1/2/3/4/5/pdf`",
  },
  {
    code: "SK703",
    host: "codex",
    tree: { ...REPOSITORY, [`${AGENTS}/.drafts/pdf/SKILL.md`]: PDF },
    fix: "move it out of the hidden directory: `.agents/skills/pdf`",
  },
  {
    code: "SK703",
    host: "gemini-cli",
    tree: { [`${AGENTS}/.pdf/SKILL.md`]: PDF },
    asked: ".pdf",
    later: "pdf",
    fix: "give its directory a name without a dot: `.agents/skills/pdf`",
  },
  {
    code: "SK704",
    host: "pi",
    tree: { [`${AGENTS}/node_modules/pdf/SKILL.md`]: PDF },
    fix: "move the skill out of `node_modules`: `.agents/skills/pdf`",
  },
  {
    code: "SK704",
    host: "pi",
    tree: { [`${AGENTS}/office/pdf/SKILL.md`]: PDF, [`${AGENTS}/.gitignore`]: "# local\npdf/\n*.log\n" },
    fix: "take `pdf/` out of `.agents/skills/.gitignore`",
  },
  {
    code: "SK705",
    host: "openclaw",
    tree: { ...many(200), "home/.agents/skills/pdf/SKILL.md": PDF },
    fix: "move it to a root whose search limit is not reached: `~/.openclaw/skills/pdf`",
  },
  {
    code: "SK706",
    host: "codex",
    tree: {
      ...REPOSITORY,
      [`${CLAUDE}/pdf/SKILL.md`]: PDF,
      [`${AGENTS}/pdf/SKILL.md`]: { link: "../../../.claude/skills/pdf/SKILL.md" },
    },
    fix: "link the directory instead of the file: `.agents/skills/pdf` to `../../.claude/skills/pdf`",
  },
  {
    code: "SK706",
    host: "codex",
    tree: {
      ...REPOSITORY,
      "project/docs/pdf.md": PDF,
      [`${AGENTS}/pdf/SKILL.md`]: { link: "../../../docs/pdf.md" },
    },
    asked: `${AGENTS}/pdf`,
    fix: "replace the symlink by a copy: `.agents/skills/pdf/SKILL.md`",
  },
  {
    code: "SK706",
    host: "openclaw",
    tree: { "home/dot/pdf/SKILL.md": PDF, "home/.agents/skills/pdf": { link: "../../dot/pdf" } },
    fix: "replace the symlink by a copy: `~/.agents/skills/pdf`",
  },
  {
    code: "SK707",
    host: "opencode",
    tree: { [`${AGENTS}/pdf/skill.md`]: PDF },
    fix: "rename `skill.md` to `SKILL.md`",
  },
  {
    code: "SK708",
    host: "pi",
    tree: { [`${AGENTS}/office/SKILL.md`]: skill("office"), [`${AGENTS}/office/pdf/SKILL.md`]: PDF },
    fix: "move it out of the other skill: `.agents/skills/pdf`",
  },
  {
    code: "SK708",
    host: "pi",
    tree: { [`${AGENTS}/SKILL.md`]: skill("office"), [`${AGENTS}/pdf/SKILL.md`]: PDF },
    fix: "give `.agents/skills/SKILL.md` a directory of its own, `.agents/skills/office`: where it is now, it hides the other skills from pi",
  },
  {
    code: "SK709",
    host: "claude-code",
    tree: { [`${CLAUDE}/SKILL.md`]: PDF },
    asked: CLAUDE,
    later: "pdf",
    fix: "give it a directory of its own: `.claude/skills/pdf/SKILL.md`",
  },
  {
    code: "SK710",
    host: "claude-code",
    tree: { [`${CLAUDE}/pdf/SKILL.md`]: PDF },
    denied: `${CLAUDE}/pdf/SKILL.md`,
    fix: "make it readable: `chmod u+r .claude/skills/pdf/SKILL.md`",
  },
  {
    code: "SK710",
    host: "codex",
    tree: { ...REPOSITORY, [`${AGENTS}/pdf/SKILL.md`]: { special: "fifo" } },
    fix: "put a text file in its place",
  },
  {
    code: "SK711",
    host: "claude-code",
    tree: { [`${CLAUDE}/pdf/SKILL.md`]: PDF + "Much text.\n".repeat(100_000) },
    fix: "move most of its text into `references/more.md`",
  },
  {
    code: "SK711",
    host: "openclaw",
    tree: {
      "home/.agents/skills/pdf/SKILL.md": head("name: pdf") + "Much text.\n".repeat(30_000),
      "home/.agents/skills/pdf/references/more.md": "More.\n",
    },
    fix: "move most of its text into `references/more-2.md` and write a `description` in the frontmatter",
  },
  {
    code: "SK712",
    host: "codex",
    tree: { ...REPOSITORY, [`${AGENTS}/pdf/SKILL.md`]: Buffer.from(PDF.replace("Does", "D\u00e9fait"), "latin1") },
    fix: "save it as UTF-8",
  },
  {
    code: "SK713",
    host: "codex",
    tree: { ...REPOSITORY, [`${AGENTS}/pdf/SKILL.md`]: `\ufeff${PDF}` },
    fix: "save it without the byte order mark",
  },
  {
    code: "SK713",
    host: "gemini-cli",
    tree: { [`${AGENTS}/pdf/SKILL.md`]: `\ufeff${PDF.replaceAll("\n", "\r\n")}` },
    fix: "save it without the byte order mark",
  },
  {
    code: "SK713",
    host: "opencode",
    tree: { [`${AGENTS}/pdf/SKILL.md`]: "# PDF\n\nReads PDF files.\n" },
    fix: "add frontmatter with `name` and `description`",
  },
  {
    code: "SK713",
    host: "gemini-cli",
    tree: { [`${AGENTS}/pdf/SKILL.md`]: `\n${PDF}` },
    fix: "put the opening `---` on the first line",
  },
  {
    code: "SK713",
    host: "codex",
    tree: { ...REPOSITORY, [`${AGENTS}/pdf/SKILL.md`]: `---\nname: pdf\n${DESCRIPTION}\n\n# PDF\n` },
    fix: "close the frontmatter with a line `---`",
  },
  {
    code: "SK714",
    host: "pi",
    tree: { [`${AGENTS}/pdf/SKILL.md`]: head("name: pdf", "description: Use when: reading PDF files") },
    fix: "quote the description",
  },
  {
    code: "SK714",
    host: "pi",
    tree: { [`${AGENTS}/pdf/SKILL.md`]: head("name: pdf", "description: a: b").replaceAll("\n", "\r\n") },
    fix: "quote the description",
  },
  {
    code: "SK714",
    host: "pi",
    tree: { [`${AGENTS}/pdf/SKILL.md`]: head("name: pdf", DESCRIPTION, "name: pdf") },
    fix: "remove the second of two equal keys",
  },
  {
    code: "SK714",
    host: "pi",
    tree: { [`${AGENTS}/pdf/SKILL.md`]: head("name: pdf", DESCRIPTION, "metadata:", "\tauthor: me") },
    fix: "indent with spaces instead of tabs",
  },
  {
    code: "SK715",
    host: "opencode",
    tree: { [`${AGENTS}/pdf/SKILL.md`]: head(DESCRIPTION) },
    fix: "write `name: pdf` in the frontmatter",
  },
  {
    code: "SK716",
    host: "codex",
    tree: { ...REPOSITORY, [`${AGENTS}/pdf/SKILL.md`]: head("name: pdf") },
    fix: "write a `description` in the frontmatter",
  },
  {
    code: "SK717",
    host: "opencode",
    tree: { [`${AGENTS}/pdf/SKILL.md`]: head("name: 2024", DESCRIPTION) },
    later: "2024",
    fix: "quote the name",
  },
  {
    code: "SK717",
    host: "codex",
    tree: { ...REPOSITORY, [`${AGENTS}/pdf/SKILL.md`]: head("name: pdf", DESCRIPTION, "metadata: none") },
    fix: "write `metadata` as a map",
  },
  {
    code: "SK718",
    host: "codex",
    tree: { ...REPOSITORY, [`${AGENTS}/pdf/SKILL.md`]: skill("p".repeat(65)) },
    later: "p".repeat(60),
    fix: `set \`name\` to \`${"p".repeat(60)}\``,
  },
  {
    code: "SK718",
    host: "roo-code",
    tree: { [`${AGENTS}/PDF Tools/SKILL.md`]: skill("PDF Tools") },
    asked: "PDF Tools",
    later: "pdf-tools",
    fix: "rename its directory to `pdf-tools` and set `name` to `pdf-tools`",
  },
  {
    code: "SK719",
    host: "crush",
    tree: { [`${AGENTS}/pdf/SKILL.md`]: skill("pdf-tools") },
    fix: "set `name` to `pdf`",
  },
  {
    code: "SK719",
    host: "roo-code",
    tree: { [`${AGENTS}/PDF Tools/SKILL.md`]: skill("pdf-tools") },
    asked: "pdf-tools",
    fix: "rename its directory to `pdf-tools`",
  },
  {
    code: "SK720",
    host: "pi",
    tree: { [`${AGENTS}/pdf/SKILL.md`]: PDF, "home/.agents/skills/pdf/SKILL.md": `${PDF}Mine.\n` },
    later: "pdf-2",
    fix: "set `name` to `pdf-2`",
  },
  {
    code: "SK720",
    host: "gemini-cli",
    tree: { [`${AGENTS}/pdf/SKILL.md`]: PDF, "home/.agents/skills/pdf/SKILL.md": `${PDF}Mine.\n` },
    later: "pdf-2",
    fix: "set `name` to `pdf-2`",
  },
  {
    code: "SK720",
    host: "vscode",
    tree: {
      [`${AGENTS}/pdf/SKILL.md`]: head(DESCRIPTION),
      "home/.agents/skills/pdf/SKILL.md": `${head(DESCRIPTION)}Mine.\n`,
    },
    later: "pdf-2",
    fix: "rename its directory to `pdf-2`",
  },
  {
    code: "SK722",
    host: "claude-code",
    tree: { [`${CLAUDE}/pdf/SKILL.md`]: head(DESCRIPTION, "disable-model-invocation: true") },
    fix: "to let the model use it, remove `disable-model-invocation`",
  },
  {
    code: "SK722",
    host: "cline",
    tree: { [`${AGENTS}/pdf/SKILL.md`]: head("name: pdf", DESCRIPTION, "enabled: false") },
    fix: "to let the model use it, remove `enabled`",
  },
  {
    code: "SK722",
    host: "codex",
    tree: {
      ...REPOSITORY,
      [`${AGENTS}/pdf/SKILL.md`]: PDF,
      [`${AGENTS}/pdf/agents/openai.yaml`]: "policy:\n  allow_implicit_invocation: false\n",
    },
    fix: "to let the model use it, set `policy.allow_implicit_invocation` to `true` in its `agents/openai.yaml`",
  },
  {
    code: "SK723",
    host: "goose",
    tree: { [`${AGENTS}/pdf/SKILL.md`]: head("name: pdf", 'description: ""') },
    fix: "write a `description` in the frontmatter",
  },
  {
    code: "SK723",
    host: "claude-code",
    tree: {
      [`${CLAUDE}/pdf/SKILL.md`]: PDF,
      "project/.claude/settings.json": '{ "skillOverrides": { "pdf": "name-only" } }',
    },
    byHand: true,
    fix: "enable it in the settings of Claude Code",
  },
  {
    code: "SK724",
    host: "claude-code",
    tree: { [`${CLAUDE}/pdf/SKILL.md`]: skill("pdf-tools") },
    fix: "set `name` to `pdf`, or rename its directory to `pdf-tools`",
  },
  {
    code: "SK724",
    host: "gemini-cli",
    tree: { [`${AGENTS}/pdf/SKILL.md`]: skill("pdf/tools") },
    later: "pdf-tools",
    fix: "set `name` to `pdf-tools`",
  },
  {
    code: "SK724",
    host: "claude-code",
    tree: { [`${AGENTS}/pdf/SKILL.md`]: PDF, [`${CLAUDE}/linked`]: { link: "../../.agents/skills/pdf" } },
    fix: "rename its directory to `pdf`",
  },
  {
    code: "SK725",
    host: "claude-code",
    tree: { [`${CLAUDE}/pdf/SKILL.md`]: head("name: pdf") },
    fix: "write a `description` in the frontmatter",
  },
  {
    code: "SK726",
    host: "codex",
    tree: { ...REPOSITORY, [`${AGENTS}/pdf/SKILL.md`]: skill("pdf", "word ".repeat(300)) },
    fix: "shorten the description to 1024 characters",
  },
  {
    code: "SK726",
    host: "claude-code",
    tree: {
      [`${CLAUDE}/pdf/SKILL.md`]: head(`description: ${"word ".repeat(250)}`, `when_to_use: ${"word ".repeat(100)}`),
    },
    fix: "shorten the description to 1024 characters",
  },
  {
    code: "SK727",
    host: "gemini-cli",
    tree: { [`${AGENTS}/pdf/SKILL.md`]: PDF, "home/.gemini/trustedFolders.json": "{}" },
    byHand: true,
    fix: "trust the folder in Gemini CLI",
  },
  {
    code: "SK728",
    host: "opencode",
    tree: { [`${AGENTS}/pdf/SKILL.md`]: PDF, [`${CLAUDE}/pdf/SKILL.md`]: PDF },
    later: "pdf-2",
    fix: "set `name` to `pdf-2`",
  },
  {
    code: "SK728",
    host: "claude-code@2.1.197",
    tree: { [`${CLAUDE}/pdf/SKILL.md`]: head(DESCRIPTION), "home/.claude/skills/pdf/SKILL.md": head(DESCRIPTION) },
    later: "pdf-2",
    fix: "rename its directory to `pdf-2`",
  },
  {
    code: "SK728",
    host: "claude-code@2.1.197",
    tree: {
      "project/.claude/commands/git/pdf.md": head(DESCRIPTION),
      "home/.claude/commands/git/pdf.md": head(DESCRIPTION),
    },
    asked: "git:pdf",
    later: "git:pdf-2",
    fix: "rename it to `pdf-2.md`",
  },
  {
    code: "SK728",
    host: "opencode",
    tree: { [`${AGENTS}/pdf/SKILL.md`]: PDF, [`${CLAUDE}/pdf`]: { link: "../../.agents/skills/pdf" } },
    byHand: true,
    fix: "nothing to do: all these paths lead to the same file",
  },
  {
    code: "SK729",
    host: "aider",
    tree: { [`${AGENTS}/pdf/SKILL.md`]: PDF },
    byHand: true,
    fix: "aider can read additional files: with `aider --read .agents/skills/pdf/SKILL.md`, or with `read:` in `.aider.conf.yml`, it reads one complete skill",
  },
  {
    code: "SK731",
    host: "kimi-cli",
    tree: { [`${AGENTS}/pdf/SKILL.md`]: Buffer.from(PDF.replace("Does", "D\u00e9fait"), "latin1") },
    fix: "save it as UTF-8",
  },
  {
    code: "SK732",
    host: "opencode",
    tree: { [`${AGENTS}/pdf/SKILL.md`]: skill("__proto__") },
    later: "proto",
    fix: "set `name` to `proto`",
  },
  {
    code: "SK733",
    host: "crush",
    tree: { [`${AGENTS}/pdf/SKILL.md`]: skill("pdf", "\u00e9t\u00e9 ".repeat(300)) },
    fix: "shorten the description to 1024 bytes",
  },
  {
    code: "SK735",
    host: "opencode",
    tree: { [`${AGENTS}/pdf/SKILL.md`]: head("name: pdf") },
    fix: "write a `description` in the frontmatter",
  },
  {
    code: "SK736",
    host: "claude-code",
    tree: { [`${CLAUDE}/pdf/SKILL.md`]: head(DESCRIPTION, "paths:", "  - docs/**") },
    fix: "remove `paths`",
  },
  {
    code: "SK736",
    host: "claude-code",
    tree: { "project/packages/a/.claude/skills/pdf/SKILL.md": PDF },
    fix: "add a symlink `.claude/skills/pdf` to `../../packages/a/.claude/skills/pdf`",
  },
  {
    code: "SK737",
    host: "codex",
    tree: {
      ...REPOSITORY,
      [`${AGENTS}/pdf/SKILL.md`]: PDF,
      [`${AGENTS}/pdf/agents/openai.yaml`]: "policy:\n  products: [chatgpt]\n",
    },
    fix: "name `codex` under `policy.products` in its `agents/openai.yaml`",
  },
  {
    code: "SK737",
    host: "codex",
    tree: {
      ...REPOSITORY,
      [`${AGENTS}/pdf/SKILL.md`]: PDF,
      [`${AGENTS}/pdf/agents/openai.yaml`]: "policy:\n  products:\n    - chatgpt\n",
    },
    fix: "name `codex` under `policy.products` in its `agents/openai.yaml`",
  },
  ...["claude-code", "codex", "gemini-cli"].map((host): RemedyRow => {
    const title = { "claude-code": "Claude Code", codex: "Codex", "gemini-cli": "Gemini CLI" }[host];
    return { code: "SK738", host, tree: SWITCHED_OFF, byHand: true, fix: `enable it in the settings of ${title}` };
  }),
  {
    code: "SK738",
    host: "pi",
    tree: { [`${AGENTS}/pdf/SKILL.md`]: PDF, "project/.pi/settings.json": '{ "skills": ["!pdf"] }' },
    byHand: true,
    fix: "enable it in the settings of pi",
  },
  {
    code: "SK739",
    host: "claude-code",
    tree: plugin({ on: false }),
    fix: "set `kit@m` to `true` under `enabledPlugins` in `~/.claude/settings.json`",
  },
  {
    code: "SK739",
    host: "claude-code",
    tree: plugin({ more: { "project/.claude/settings.json": '{ "enabledPlugins": { "kit@m": false } }' } }),
    fix: "set `kit@m` to `true` under `enabledPlugins` in `.claude/settings.json`",
  },
  {
    code: "SK739",
    host: "claude-code",
    tree: plugin({ more: { "home/.claude/settings.json": '{ "enabledPlugins": { "kit@m": true }, }' } }),
    fix: "repair `~/.claude/settings.json`: it does not parse",
    byHand: true,
  },
  {
    code: "SK740",
    host: "claude-code",
    tree: plugin({ more: { [`${PLUGINS}/known_marketplaces.json`]: "{}" } }),
    fix: "run `claude plugin install kit@m`",
    byHand: true,
  },
  {
    code: "SK741",
    host: "claude-code",
    tree: plugin({ entry: { scope: "project", projectPath: "/elsewhere" } }),
    fix: "run `claude plugin install kit@m`",
    byHand: true,
  },
  {
    code: "SK742",
    host: "claude-code",
    tree: plugin({ copy: { version: "0.9.0" } }),
    fix: "run `claude plugin update kit@m`",
    byHand: true,
  },
  {
    code: "SK743",
    host: "claude-code",
    tree: plugin({ copy: { skills: ["../../pdf"] } }),
    fix: "correct the plugin's manifest for Claude Code: `skills` of its manifest has a path that leaves the plugin, or does not begin with `./`",
    byHand: true,
  },
  {
    code: "SK744",
    host: "claude-code",
    tree: plugin({ more: { "home/.claude/skills/pdf/SKILL.md": PDF } }),
    fix: "keep only one of the two: this skill or TOP/home/.claude/skills/pdf/SKILL.md",
    byHand: true,
  },
  {
    code: "SK739",
    host: "codex",
    tree: cached('[plugins."kit@m"]\nenabled = false\n'),
    fix: 'set `enabled = true` under `[plugins."kit@m"]` in `~/.codex/config.toml`',
  },
  {
    code: "SK739",
    host: "codex",
    tree: cached('model = "x"\n'),
    fix: 'set `enabled = true` under `[plugins."kit@m"]` in `~/.codex/config.toml`',
  },
  {
    code: "SK743",
    host: "codex",
    tree: { ...cached('[plugins."kit@m"]\n'), "home/.codex/plugins/cache/m/kit/1.0.0/.codex-plugin/plugin.json": "{" },
    fix: "correct the plugin's manifest for Codex: its manifest does not parse",
    byHand: true,
  },
];

/** Codes that no cell of the matrix has. They are about another path to a visible skill, the host as a whole, or a single field. */
export const REMARKS = ["SK721", "SK730", "SK734", "SK760"] as const satisfies readonly Code[];
