// Packs the tarball, installs it in an empty project with an empty home, and uses it as a stranger would. Both commands
// must run. The library and its adapters must import without any framework, and their types must resolve. publint must
// report nothing. Prints the size.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const work = mkdtempSync(join(tmpdir(), "skillwright-package-"));
const npm = process.platform === "win32" ? "npm.cmd" : "npm";
const env = { ...process.env, HOME: join(work, "home"), NO_COLOR: "1" };
const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

try {
  mkdirSync(join(work, "home"));
  mkdirSync(join(work, "project"));
  run(npm, ["pack", "--ignore-scripts", "--loglevel=error", "--pack-destination", work], root);
  const tarball = join(
    work,
    readdirSync(work).find((name) => name.endsWith(".tgz")),
  );
  const project = join(work, "project");
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "stranger", private: true, type: "module" }));
  run(npm, ["install", "--loglevel=error", "--no-audit", "--no-fund", "--prefer-offline", tarball], project);

  for (const name of ["skillwright", "skw"]) {
    const listed = JSON.parse(run(join(project, "node_modules", ".bin", name), ["list", "--json"], project));
    expect(
      listed.skills.map((skill) => skill.name).join(),
      "skill-creator,skill-doctor,skill-installer",
      `${name} list`,
    );
  }
  expect(
    /# SK104/.test(run(join(project, "node_modules", ".bin", "skw"), ["explain", "SK104"], project)),
    true,
    "skw explain SK104",
  );

  // The agent contains everything that it needs, so nothing is installed beside it.
  const program = `const { startModel } = await import(process.argv[1]); console.log((await startModel()).url);`;
  const model = spawn(process.execPath, [
    "-e",
    `(async () => { ${program} })()`,
    join(root, "examples/agent/loopback.mjs"),
  ]);
  const [address] = await once(model.stdout.setEncoding("utf8"), "data");
  const endpoint = ["--base-url", address.trim().replace("/chat/completions", ""), "--model", "mock"];
  const said = run(join(project, "node_modules", ".bin", "skillwright"), ["agent", "hello", ...endpoint], project);
  model.kill();
  expect(said, "read 2 messages\n", "skillwright agent");

  const notices = readFileSync(join(project, "node_modules", "skillwright", "dist", "THIRD-PARTY.txt"), "utf8");
  for (const name of ["diff", "ignore", "js-yaml 3", "js-yaml 4", "js-yaml 5", "smol-toml", "yaml", "ai", "zod"])
    expect(
      new RegExp(`^== ${name}[ .].*\\)\\n\\n.*(?:licen[cs]e|copyright)`, "im").test(notices),
      true,
      `licence of ${name}`,
    );

  writeFileSync(
    join(project, "use.mjs"),
    'import { openSkills } from "skillwright";\nconst skills = await openSkills({ ambient: false, defaultSkills: true });\nconsole.log(skills.skills.length);\n',
  );
  expect(run(process.execPath, ["use.mjs"], project).trim(), "3", "import");

  const adapters = {
    "ai-sdk": ["aiSdkTools"],
    openai: ["openaiChatTools", "openaiResponsesTools"],
    anthropic: ["anthropicTools"],
    langchain: ["langchainTools"],
    mcp: ["addMcpTools"],
  };
  const imports = Object.entries(adapters).map(([name, names]) => `import { ${names} } from "skillwright/${name}";`);
  writeFileSync(
    join(project, "adapters.mjs"),
    `${imports.join("\n")}\nconsole.log([${Object.values(adapters).flat()}].every((each) => typeof each === "function"));\n`,
  );
  expect(run(process.execPath, ["adapters.mjs"], project).trim(), "true", "import of the adapters");
  expect(
    readdirSync(join(project, "node_modules"))
      .filter((name) => !name.startsWith("."))
      .sort()
      .join(),
    "skillwright",
    "what is installed",
  );

  writeFileSync(
    join(project, "adapters.ts"),
    `${imports.join("\n")}\nexport const all = [${Object.values(adapters).flat()}];\n`,
  );
  writeFileSync(
    join(project, "use.ts"),
    'import { openSkills, type Snapshot } from "skillwright";\nconst skills = await openSkills({ ambient: false });\nconst snapshot: Snapshot = skills.snapshot;\nexport const names: string[] = snapshot.skills.map((each) => each.skill.name);\n',
  );
  writeFileSync(
    join(project, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        module: "nodenext",
        target: "es2023",
        lib: ["es2023", "esnext.disposable"],
        strict: true,
        noEmit: true,
        types: [],
      },
      files: ["use.ts", "adapters.ts"],
    }),
  );
  run(process.execPath, [join(root, "node_modules", "typescript", "bin", "tsc"), "-p", project], project);

  const { messages, pkg } = await publint({ pkgDir: root, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg)).join("\n"), "", "publint");

  const installed = size(join(project, "node_modules", "skillwright"));
  console.log(
    `the tarball is ${kilobytes(statSync(tarball).size)}, installed ${kilobytes(installed)}; both commands, the imports and the types work`,
  );
} finally {
  rmSync(work, { recursive: true, force: true });
}

function expect(got, wanted, what) {
  if (got !== wanted) throw new Error(`${what}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`);
}

function size(directory) {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

function kilobytes(bytes) {
  return `${Math.round(bytes / 1024)} KiB`;
}
