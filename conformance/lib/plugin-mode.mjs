// Compares plugins that the real programs install from a folder into an empty HOME with our view.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cleanEnvironment, run } from "../drivers/lib.mjs";
import { materialise } from "./materialise.mjs";
import { askOurs } from "./ours.mjs";
import { differences, outcomeOf } from "./outcome.mjs";
import { hostOf, pathOf } from "./peers.mjs";

const skill = (name) => `---\nname: ${name}\ndescription: Does ${name}.\n---\n\n# ${name}\n`;
const json = (path, value) => ({ path, text: JSON.stringify(value) });

/** A plugin with two skills and a command, and another with one skill, in the formats that the hosts install. */
const TREE = [
  json("outside/shop/.claude-plugin/marketplace.json", {
    name: "shop",
    owner: { name: "owner" },
    plugins: ["kit", "ops"].map((name) => ({ name, source: `./${name}` })),
  }),
  ...["kit", "ops"].flatMap((name) => [
    json(`outside/shop/${name}/.claude-plugin/plugin.json`, { name, version: "1.0.0" }),
    json(`outside/shop/${name}/gemini-extension.json`, { name, version: "1.0.0" }),
    json(`outside/shop/${name}/package.json`, { name, version: "1.0.0", pi: { skills: ["./skills"] } }),
  ]),
  ...["brainstorm", "plan"].map((name) => ({ path: `outside/shop/kit/skills/${name}/SKILL.md`, text: skill(name) })),
  { path: "outside/shop/kit/commands/go.md", text: "---\ndescription: Goes.\n---\n\nGo.\n" },
  { path: "outside/shop/ops/skills/deploy/SKILL.md", text: skill("deploy") },
];
const SHOP = "{outside}/shop";

/** `steps` are arguments of the program, `names` the expected names at the end. */
const SCENARIOS = {
  "claude-code": [
    ["install", [["plugin", "install", "kit@shop"]], ["kit:brainstorm", "kit:go", "kit:plan"]],
    ["install for the project", [["plugin", "install", "ops@shop", "--scope", "project"]], ["ops:deploy"]],
    ["install for this folder", [["plugin", "install", "ops@shop", "--scope", "local"]], ["ops:deploy"]],
    [
      "disable",
      [
        ["plugin", "install", "kit@shop"],
        ["plugin", "disable", "kit@shop"],
      ],
      [],
    ],
    [
      "uninstall",
      [
        ["plugin", "install", "kit@shop"],
        ["plugin", "install", "ops@shop"],
        ["plugin", "uninstall", "kit@shop"],
      ],
      ["ops:deploy"],
    ],
  ].map(([title, steps, names]) => ({ title, steps: [["plugin", "marketplace", "add", SHOP], ...steps], names })),
  codex: [
    ["add", [["plugin", "add", "kit@shop"]], ["kit:brainstorm", "kit:plan", "kit:source-command-go"]],
    [
      "add two",
      [
        ["plugin", "add", "kit@shop"],
        ["plugin", "add", "ops@shop"],
      ],
      ["kit:brainstorm", "kit:plan", "kit:source-command-go", "ops:deploy"],
    ],
    [
      "remove",
      [
        ["plugin", "add", "kit@shop"],
        ["plugin", "add", "ops@shop"],
        ["plugin", "remove", "kit@shop"],
      ],
      ["ops:deploy"],
    ],
  ].map(([title, steps, names]) => ({ title, steps: [["plugin", "marketplace", "add", SHOP], ...steps], names })),
  "gemini-cli": [
    ["install", [["extensions", "install", `${SHOP}/kit`, "--consent"]], ["brainstorm", "plan"]],
    ["link", [["extensions", "link", `${SHOP}/ops`, "--consent"]], ["deploy"]],
    [
      "disable",
      [
        ["extensions", "install", `${SHOP}/ops`, "--consent"],
        ["extensions", "disable", "ops", "--scope", "workspace"],
      ],
      [],
    ],
    [
      "uninstall",
      [
        ["extensions", "install", `${SHOP}/ops`, "--consent"],
        ["extensions", "uninstall", "ops"],
      ],
      [],
    ],
  ].map(([title, steps, names]) => ({ title, steps, names })),
  pi: [
    ["install", [["install", `${SHOP}/kit`]], ["brainstorm", "plan"]],
    ["install for the project", [["install", "-l", `${SHOP}/ops`]], ["deploy"]],
    [
      "remove",
      [
        ["install", `${SHOP}/kit`],
        ["install", `${SHOP}/ops`],
        ["remove", `${SHOP}/kit`],
      ],
      ["deploy"],
    ],
  ].map(([title, steps, names]) => ({ title, steps, names })),
  "copilot-cli": [
    ["install", [["plugin", "install", "kit@shop"]], ["brainstorm", "go", "plan"]],
    [
      "uninstall",
      [
        ["plugin", "install", "kit@shop"],
        ["plugin", "install", "ops@shop"],
        ["plugin", "uninstall", "kit@shop"],
      ],
      ["deploy"],
    ],
  ].map(([title, steps, names]) => ({ title, steps: [["plugin", "marketplace", "add", SHOP], ...steps], names })),
};

/** The hosts that can install a plugin from a folder. */
export const INSTALLERS = Object.keys(SCENARIOS);

/** Returns rows `{ id, host, lines }`, one for each scenario of each target. */
export async function pluginRows({ real, bins, drivers, timeout, inTurns }) {
  const work = real.flatMap((host) => (SCENARIOS[hostOf(host)] ?? []).map((scenario) => ({ host, scenario })));
  return inTurns(work, async ({ host, scenario }) => {
    const lines = await compareOne(scenario, { host, bin: bins[host], ask: drivers[host], timeout }).catch((error) => [
      error.message,
    ]);
    return { id: scenario.title.replaceAll(" ", "-"), host, lines };
  });
}

async function compareOne({ steps, names }, { host, bin, ask, timeout }) {
  const each = { id: "plugins", title: "", tree: TREE, control: false };
  const tree = materialise(each, host);
  try {
    prepare(host, tree);
    for (const words of steps) await install(words, { host, bin, timeout, tree });
    const ours = outcomeOf(await askOurs({ ...tree, host, timeout }), each, host, tree.base);
    const real = outcomeOf(await ask({ ...tree, bin, timeout }), each, host, tree.base);
    const seen = real.skills.map(({ name }) => name).sort();
    const wanted = [...names].sort().join(", ");
    const lines =
      seen.join(", ") === wanted ? [] : [`real has ${seen.join(", ") || "nothing"}, not ${wanted || "nothing"}`];
    return [
      ...lines,
      ...differences({ ...real, errors: [] }, ours, { reported: [], host }).map((line) => `ours ${line}`),
    ];
  } finally {
    tree.remove();
  }
}

async function install(words, { host, bin, timeout, tree }) {
  const args = words.map((word) => word.replace("{outside}", tree.outside));
  const quiet = { PATH: pathOf(hostOf(host)), ...QUIET, ...tree.environment };
  const environment = cleanEnvironment(tree.home, quiet);
  const { code, hung, stdout, stderr } = await run(bin, args, { cwd: tree.cwd, timeout, environment });
  if (hung || code !== 0)
    throw new Error(`${words.join(" ")}: exit code ${code}: ${(stderr + stdout).trim().slice(0, 300)}`);
}

const QUIET = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  DISABLE_AUTOUPDATER: "1",
  GEMINI_CLI_NO_RELAUNCH: "1",
  PI_OFFLINE: "1",
  COPILOT_OFFLINE: "true",
  COPILOT_ALLOW_ALL: "true",
  COPILOT_AUTO_UPDATE: "false",
};

/** Trusts the project, because no program can ask here. */
function prepare(host, { home, project }) {
  const files = {
    "gemini-cli": [".gemini/settings.json", { security: { folderTrust: { enabled: false } } }],
    pi: [".pi/agent/trust.json", { [project]: true }],
  };
  const [path, value] = files[hostOf(host)] ?? [];
  if (path === undefined) return;
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), JSON.stringify(value));
}
