// Generates trees from a seed, with skills of several scopes, and plugins and settings of every host that has them.
import { randomFrom } from "./random.mjs";

/** Returns `count` cases without an expectation. The same seed gives the same cases. */
export function mixedTrees(count, seed = 1) {
  return Array.from({ length: count }, (_, index) => mixedTree(seed * 1000 + index + 1));
}

function mixedTree(seed) {
  const random = randomFrom(seed);
  const dice = {
    chance: (share) => random() < share,
    pick: (list) => list[Math.floor(random() * list.length)],
    some: (list, share) => list.filter(() => random() < share),
  };
  const below = dice.chance(0.3);
  const tree = [
    { path: "project/packages/web", directory: true },
    ...skills(dice),
    ...commands(dice),
    ...marketplaces(dice),
    ...PARTS.flatMap((part) => part(dice)),
  ];
  return {
    id: `mixed-${seed}`,
    title: `a mixed tree, ${seed}`,
    control: false,
    tree,
    ...(below ? { cwd: BELOW } : {}),
  };
}

const BELOW = "project/packages/web";
const NAMES = ["alpha", "brew", "chart", "deploy", "edit", "format", "graph", "hello"];
const PLUGINS = ["kit", "ops", "pack"];
const MARKETS = ["shop", "store"];
const PROJECT_ROOTS = [
  ".agents",
  ".claude",
  ".cline",
  ".clinerules",
  ".codex",
  ".gemini",
  ".github",
  ".kimi-code",
  ".opencode",
  ".pi",
  ".qwen",
];
const USER_ROOTS = [
  ".agents",
  ".claude",
  ".cline",
  ".codex",
  ".config/opencode",
  ".copilot",
  ".gemini",
  ".kimi-code",
  ".pi/agent",
  ".qwen",
];

function skills(dice) {
  const roots = [
    ...PROJECT_ROOTS.map((root) => `project/${root}/skills`),
    ...dice.some([".agents", ".claude"], 0.5).map((root) => `${BELOW}/${root}/skills`),
    ...USER_ROOTS.map((root) => `home/${root}/skills`),
    "outside/more",
  ];
  return roots.flatMap((root) =>
    dice.some(NAMES, 0.3).map((name) => skill(`${root}/${name}`, name, `${root.replaceAll(/\W+/g, " ")}`, dice)),
  );
}

/** The description contains the skill's place, which shows which of two skills a host has. */
function skill(directory, name, place, dice) {
  const long = dice.chance(0.15) ? ` ${"More words about it. ".repeat(dice.pick([4, 13, 60, 90]))}`.trimEnd() : "";
  const fields = [
    `name: ${dice.chance(0.1) ? `${name}-other` : name}`,
    `description: ${name} of ${place}.${long}`,
    ...(dice.chance(0.1) ? ["disable-model-invocation: true"] : []),
    ...(dice.chance(0.1) ? ["when_to_use: Only on Mondays."] : []),
  ];
  return { path: `${directory}/SKILL.md`, text: `---\n${fields.join("\n")}\n---\n\n# ${name}\n` };
}

function commands(dice) {
  const roots = [".claude/commands", "packages/web/.claude/commands"].map((root) => `project/${root}`);
  return [...roots, "home/.claude/commands"].flatMap((root) =>
    dice.some(NAMES, 0.15).map((name) => command(`${root}/${name}.md`, name, root)),
  );
}

function command(path, name, place) {
  const description = `The command ${name} of ${place.replaceAll(/\W+/g, " ")}.`;
  return { path, text: `---\ndescription: ${description}\n---\n\nDo it.\n` };
}

/** Returns two folders that are marketplaces, with three plugins each. */
function marketplaces(dice) {
  return MARKETS.flatMap((market) => [
    json(`outside/${market}/.claude-plugin/marketplace.json`, {
      name: market,
      owner: { name: "owner" },
      plugins: PLUGINS.map((plugin) => ({ name: plugin, source: `./${plugin}` })),
    }),
    ...PLUGINS.flatMap((plugin) => payload(`outside/${market}/${plugin}`, plugin, `${market} source`, dice)),
  ]);
}

function payload(directory, plugin, place, dice, manifest = ".claude-plugin/plugin.json", version = "1.0.0") {
  return [
    json(`${directory}/${manifest}`, { name: plugin, version }),
    ...dice.some(NAMES, 0.3).map((name) => skill(`${directory}/skills/${name}`, name, `${place} ${plugin}`, dice)),
    ...(dice.chance(0.4) ? [command(`${directory}/commands/run-${plugin}.md`, `run-${plugin}`, place)] : []),
  ];
}

const IDS = MARKETS.flatMap((market) => PLUGINS.map((plugin) => `${plugin}@${market}`));

/** Enables some of the plugins, and disables fewer of them. */
function switches(dice, ids, share = 0.5) {
  return Object.fromEntries(dice.some(ids, share).map((id) => [id, dice.chance(0.75)]));
}

const TIME = "2026-01-01T00:00:00.000Z";

function claude(dice) {
  const cached = (id) => `{home}/.claude/plugins/cache/${id.split("@").reverse().join("/")}/1.0.0`;
  const record = (id) => ({
    scope: dice.pick(["user", "user", "project", "local"]),
    installPath: cached(id),
    version: "1.0.0",
    installedAt: TIME,
    lastUpdated: TIME,
  });
  const placed = (entry) => (entry.scope === "user" ? entry : { ...entry, projectPath: placeOf(dice) });
  const installed = dice.some(IDS, 0.8);
  const folder = { source: "directory", path: "{outside}/shop" };
  const clone = { source: "github", repo: "owner/store" };
  return [
    json("home/.claude/plugins/known_marketplaces.json", {
      shop: { source: folder, installLocation: "{outside}/shop", lastUpdated: TIME },
      ...(dice.chance(0.85) ? { store: { source: clone, installLocation: "{outside}/store", lastUpdated: TIME } } : {}),
    }),
    json("home/.claude/plugins/installed_plugins.json", {
      version: 2,
      plugins: Object.fromEntries(installed.map((id) => [id, [placed(record(id))]])),
    }),
    ...dice
      .some(installed, 0.9)
      .flatMap((id) => payload(cached(id).replace("{home}", "home"), id.split("@")[0], "cache", dice)),
    ...["home/.claude/settings.json", "project/.claude/settings.json", "project/.claude/settings.local.json"].flatMap(
      (path) => (dice.chance(0.8) ? [claudeSettings(path, dice)] : []),
    ),
  ];
}

function placeOf(dice) {
  return dice.pick(["{project}", "{project}", "{project}/packages/web", "{outside}"]);
}

function claudeSettings(path, dice) {
  const words = ["on", "off", "name-only", "user-invocable-only"];
  const overrides = dice.some([...NAMES, "kit:alpha"], 0.15).map((name) => [name, dice.pick(words)]);
  const settings = {
    enabledPlugins: switches(dice, IDS),
    ...(overrides.length > 0 ? { skillOverrides: Object.fromEntries(overrides) } : {}),
    ...(dice.chance(0.1) ? { skillListingMaxDescChars: dice.pick([20, 200]) } : {}),
    ...(dice.chance(0.2) ? { skillListingBudgetFraction: dice.pick([0.0005, 0.001]) } : {}),
    ...(dice.chance(0.2) ? { permissions: { deny: [`Skill(${dice.pick(NAMES)})`] } } : {}),
    ...(dice.chance(0.05) ? { permissions: { deny: "Skill" } } : {}),
  };
  return dice.chance(0.06) ? { path, text: `${JSON.stringify(settings).slice(0, -1)},}` } : json(path, settings);
}

function codex(dice) {
  const cached = dice.some(IDS, 0.7);
  const places = cached.flatMap((id) =>
    dice.some(["1.0.0", "1.10.0", "1.9.0"], 0.5).map((version) => ({ id, version })),
  );
  const payloads = places.flatMap(({ id, version }) => {
    const [plugin, market] = id.split("@");
    const manifest = dice.pick([".codex-plugin/plugin.json", ".claude-plugin/plugin.json"]);
    return payload(
      `home/.codex/plugins/cache/${market}/${plugin}/${version}`,
      plugin,
      version,
      dice,
      manifest,
      version,
    );
  });
  const trust = `[projects."{project}"]\ntrust_level = "${dice.pick(["trusted", "trusted", "untrusted"])}"\n`;
  return [
    ...payloads,
    toml("home/.codex/config.toml", [...codexTables(dice, true), trust].join("\n")),
    ...(dice.chance(0.6) ? [toml("project/.codex/config.toml", codexTables(dice, false).join("\n"))] : []),
  ];
}

function codexTables(dice, isUser) {
  const entry = () => {
    const name = dice.pick(["alpha", "brew", "kit:chart", "ops:deploy", "edit-other"]);
    return dice.chance(0.7)
      ? `name = "${name}"`
      : `path = "{${dice.pick(["project", "home"])}}/.agents/skills/${dice.pick(NAMES)}/SKILL.md"`;
  };
  const plugins = Object.entries(switches(dice, IDS, isUser ? 0.7 : 0.3));
  return [
    ...(isUser && dice.chance(0.2) ? [`[skills]\nmax_context_tokens = ${dice.pick([300, 800])}\n`] : []),
    ...plugins.map(([id, on]) => `[plugins."${id}"]\n${on && dice.chance(0.3) ? "" : `enabled = ${on}\n`}`),
    ...(dice.chance(0.5) ? [`[[skills.config]]\n${entry()}\nenabled = ${dice.chance(0.2)}\n`] : []),
    ...(dice.chance(0.05) ? ["[features]\nplugins = false\n"] : []),
  ];
}

function gemini(dice) {
  const extensions = dice.some(PLUGINS, 0.7).flatMap((name) => {
    const isLinked = dice.chance(0.3);
    const place = isLinked ? `outside/gemini/${name}` : `home/.gemini/extensions/${name}`;
    const record = isLinked ? { source: `{outside}/gemini/${name}`, type: "link" } : { source: "x", type: "local" };
    return [
      ...payload(place, name, "extension", dice, "gemini-extension.json"),
      json(`home/.gemini/extensions/${name}/.gemini-extension-install.json`, record),
    ];
  });
  const rules = ["!{project}/*", "!{home}/*", "{project}/*", "!{project}/", "!/*"];
  const enablement = dice.some(PLUGINS, 0.4).map((name) => [name, { overrides: dice.some(rules, 0.4) }]);
  const settings = () => ({ skills: { disabled: dice.some(NAMES, 0.15).map((name) => name.toUpperCase()) } });
  return [
    ...extensions,
    json("home/.gemini/extensions/extension-enablement.json", Object.fromEntries(enablement)),
    ...["home", "project", BELOW].flatMap((place) =>
      dice.chance(0.5) ? [json(`${place}/.gemini/settings.json`, settings())] : [],
    ),
  ];
}

function pi(dice) {
  const payloads = PLUGINS.flatMap((name) =>
    dice.some(NAMES, 0.4).map((each) => skill(`outside/pi/${name}/skills/${each}`, each, `pi ${name}`, dice)),
  );
  const filter = () => dice.pick([[], ["!skills/alpha"], ["skills/brew"], ["-skills/chart"], ["!**", "+skills/edit"]]);
  const source = (name) => `{outside}/pi/${name}`;
  const settings = () => ({
    ...(dice.chance(0.3)
      ? { skills: dice.some(["{outside}/more", "!**/alpha", "-skills/brew", "+skills/brew"], 0.5) }
      : {}),
    packages: dice
      .some(PLUGINS, 0.6)
      .map((name) => (dice.chance(0.5) ? source(name) : { source: source(name), skills: filter() })),
  });
  return [
    ...payloads,
    ...["home/.pi/agent", "project/.pi", `${BELOW}/.pi`].flatMap((place) =>
      dice.chance(0.6) ? [json(`${place}/settings.json`, settings())] : [],
    ),
  ];
}

function copilot(dice) {
  const known = Object.fromEntries(
    dice.some(MARKETS, 0.9).map((market) => [market, { source: { source: "directory", path: `{outside}/${market}` } }]),
  );
  const settings = {
    extraKnownMarketplaces: known,
    enabledPlugins: switches(dice, IDS),
    ...(dice.chance(0.4) ? { disabledSkills: dice.some(NAMES, 0.2) } : {}),
    ...(dice.chance(0.3) ? { skillDirectories: ["{outside}/more"] } : {}),
  };
  return dice.chance(0.85) ? [json("home/.copilot/settings.json", settings)] : [];
}

function opencode(dice) {
  const settings = () => ({
    ...(dice.chance(0.5)
      ? { skills: { paths: dice.some(["{outside}/more", "./more", "~/.claude/skills"], 0.5) } }
      : {}),
    ...(dice.chance(0.4)
      ? { permission: { skill: { "*": "allow", [dice.pick(["alpha", "b*", "deploy"])]: "deny" } } }
      : {}),
  });
  const files = ["home/.config/opencode/opencode.json", "project/opencode.json", "project/.opencode/opencode.jsonc"];
  return files.flatMap((path) => (dice.chance(0.5) ? [json(path, settings())] : []));
}

function kimi(dice) {
  if (!dice.chance(0.5)) return [];
  return [toml("home/.kimi-code/config.toml", 'extra_skill_dirs = ["{outside}/more"]\n')];
}

function qwen(dice) {
  const lists = () => ({
    ...(dice.chance(0.6) ? { disabled: dice.some(NAMES, 0.15).map((name) => name.toUpperCase()) } : {}),
    ...(dice.chance(0.4) ? { defaultDisabled: dice.some(NAMES, 0.3) } : {}),
    ...(dice.chance(0.4) ? { enabled: dice.some(NAMES, 0.3) } : {}),
    ...(dice.chance(0.15) ? { disabledLevels: [dice.pick(["project", "user"])] } : {}),
    ...(dice.chance(0.3) ? { directories: ["{outside}/more"] } : {}),
  });
  return ["home", "project", BELOW].flatMap((place) =>
    dice.chance(0.5) ? [json(`${place}/.qwen/settings.json`, { skills: lists() })] : [],
  );
}

const PARTS = [claude, codex, gemini, pi, copilot, opencode, kimi, qwen];

function json(path, value) {
  return { path, text: JSON.stringify(value), expand: true };
}

function toml(path, text) {
  return { path, text, expand: true };
}
