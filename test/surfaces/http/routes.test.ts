import { mkdirSync, symlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ROUTES } from "../../../src/surfaces/http/routes.ts";
import { skill } from "../cli/run.ts";
import { appFor } from "./app-for.ts";
import { type Document, unfit } from "./fits.ts";
import { makePlace } from "./place.ts";

const place = makePlace({
  "~/.agents/skills/pdf/SKILL.md": skill("pdf", "Fill in PDF forms.", "allowed-tools: Bash(git *)\n"),
  "~/.agents/skills/pdf/references/forms.md": "Forms.\n",
  "~/.claude/skills/pdf/SKILL.md": skill("pdf", "Another one."),
  "~/.agents/skills/broken/SKILL.md": "no frontmatter\n",
  "~/.agents/skills/lost/SKILL.md": skill("lost", "Needs a program.", "eligibility:\n  required_bins: [nowhere]\n"),
  ".agents/skills/mine/SKILL.md": skill("mine", "Of a project that nobody trusts."),
  "~/.config/skillwright/config.yaml": "disable: [off]\njournal: ~/journal.jsonl\n",
  "~/journal.jsonl": "",
  "~/.agents/skills/off/SKILL.md": skill("off"),
  "~/.agents/skills/made/SKILL.md": skill(
    "made",
    "Has commands.",
    "commands:\n  - name: lint\n    description: Looks.\n",
  ),
  "~/.agents/skills/made/evals/trigger-eval.json": '[{"query":"has commands","should_trigger":true}]',
});
const served = await appFor(place.load);
const document = (await (await served.get("/api/openapi.json")).json()) as Document & {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
};

place.write({ "source/notes/SKILL.md": skill("notes") });
const planned = (await (await served.post("/api/plans", { do: "add", source: "./source" })).json()) as { plan: string };

/** A request for each route that only reads. */
const GETS: Readonly<Record<string, string>> = {
  about: "/api/about",
  listSkills: "/api/skills?digest=true",
  showSkill: "/api/skills/pdf?digest&body",
  explainSkill: "/api/skills/broken/explain",
  explainSkillInHosts: "/api/skills/pdf/hosts?hosts=codex,claude-code",
  explainPolicy: "/api/skills/pdf/policy?agent=reviewer",
  listRoots: "/api/roots",
  listHosts: "/api/hosts",
  checkHosts: "/api/hosts/check",
  matrix: "/api/matrix?hosts=codex&hosts=opencode",
  status: "/api/status?host=codex",
  doctor: "/api/doctor",
  config: "/api/config",
  policy: "/api/policy",
  explainCode: "/api/codes/sk104",
  listOrigins: "/api/origins",
  catalog: "/api/catalog?window=200000",
  search: "/api/search?query=fill+in+a+form&k=3",
  loadSkill: "/api/skills/pdf/load?arguments=one%20two",
  readResource: "/api/skills/pdf/resource?path=references/forms.md",
  budget: "/api/budget?hosts=skillwright,codex&window=200000",
  check: `/api/check?paths=${encodeURIComponent(".agents/skills")}`,
  audit: `/api/audit?paths=${encodeURIComponent(`${place.home}/.agents/skills/pdf`)}`,
  verify: "/api/verify",
  outdated: "/api/outdated?offline=true",
  skillHistory: "/api/skills/pdf/history",
  deps: "/api/deps?skills=pdf",
  packages: "/api/packages",
  usage: "/api/usage",
  planPlacing: "/api/place?skills=lost&hosts=codex,claude-code",
  trustedFolders: "/api/trust",
  surveyProject: "/api/trust/project",
  listCommands: "/api/commands?host=skillwright",
  planFix: "/api/fix?paths=.agents/skills",
  planCompiling: "/api/compile?skill=pdf&to=codex",
  planPublishing: "/api/publish?from=source&to=site",
  evaluate: "/api/eval?skills=made&top=3&threshold=0.5",
  planServers: "/api/servers?skills=pdf&host=codex",
  readPlannedFile: `/api/plans/${planned.plan}/file?skill=notes&path=SKILL.md`,
};
const POSTS: Readonly<Record<string, readonly [path: string, body: object]>> = {
  plan: ["/api/plans", { do: "add", source: "./source", skills: ["notes"], where: "user" }],
  resolve: ["/api/resolve", { message: "use $pdf, then $nothing" }],
  relevant: ["/api/relevant", { message: "fill in a form", window: 2000 }],
};

test("[SV5] the file of a skill can be read whatever became of it", async () => {
  const answer = await (await served.get("/api/skills/off?source=true")).json();
  expect(answer).toMatchObject({ state: "disabled", source: skill("off") });
  const mine = await (await served.get("/api/skills/mine?source=true")).json();
  expect(mine).toMatchObject({ source: skill("mine", "Of a project that nobody trusts.") });
});

test("[B54] a skill that needs a question by policy is refused over HTTP, because no user can answer", async () => {
  const asked = makePlace({
    "~/.agents/skills/pdf/SKILL.md": skill("pdf"),
    "~/.config/skillwright/policy.yaml": "rules: [{ask: {skill: pdf}}]\n",
  });
  const { get } = await appFor(asked.load);
  for (const path of ["load", "resource?path=SKILL.md"]) {
    const response = await get(`/api/skills/pdf/${path}`);
    expect([response.status, await response.json()]).toEqual([
      422,
      { error: expect.objectContaining({ code: "SK414", help: expect.stringContaining("at a terminal") }) },
    ]);
  }
});

describe("[SV2] every answer is what the OpenAPI document says", () => {
  // This route needs another server. Another test compares it with its schema.
  const reading = ROUTES.filter(({ writes, id }) => !writes && id !== "viewServed");
  test.each(reading.map((route) => [route.id, route] as const))("%s", async (id, route) => {
    const [path, body] = POSTS[id] ?? [];
    const response =
      path === undefined ? await served.get(GETS[id] ?? `no request for ${id}`) : await served.post(path, body);
    const answer: unknown = await response.json();
    expect({ status: response.status, answer }).toEqual({ status: 200, answer: expect.anything() });
    expect(unfit(answer, route.answer.json, document)).toEqual([]);
  });

  test("nothing was our own mistake", () => {
    expect(served.mistakes).toEqual([]);
  });

  test("the document names each route once, with the parameters of its path", () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId, parameters = [] }]: [
          string,
          { operationId?: string; parameters?: readonly { in: string; name: string }[] },
        ]) => ({
          id: operationId,
          at: `${method} ${path}`,
          inPath: parameters.filter((each) => each.in === "path").map(({ name }) => `{${name}}`),
        }),
      ),
    );
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
    for (const { at, inPath } of operations) expect(inPath).toEqual(at.match(/\{\w+\}/g) ?? []);
    expect(operations.map(({ id }) => id)).toEqual(expect.arrayContaining(ROUTES.map(({ id }) => id)));
  });
});

describe("[SV1] what the server answers", () => {
  test("the same lists as `list`, every file in one of them", async () => {
    const answer = (await (await served.get("/api/skills")).json()) as Record<string, { name: string }[]>;
    const names = Object.fromEntries(
      ["skills", "overridden", "rejected", "disabled", "ineligible"].map((list) => [
        list,
        answer[list]?.map(({ name }) => name),
      ]),
    );
    expect(names).toEqual({
      skills: ["mine", "made", "pdf"],
      overridden: ["pdf"],
      rejected: ["broken"],
      disabled: ["off"],
      ineligible: ["lost"],
    });
  });

  test("a skill by its id, by a name with its scope, by a path", async () => {
    const path = `${place.home}/.claude/skills/pdf`;
    for (const asked of ["user:~/.claude/skills/pdf", path, `${path}/SKILL.md`]) {
      const response = await served.get(`/api/skills/${encodeURIComponent(asked)}`);
      expect(await response.json()).toMatchObject({ name: "pdf", description: "Another one.", state: "overridden" });
    }
  });

  test("a skill is loaded with its arguments, cut, and with absolute paths", async () => {
    const own = makePlace({
      "~/.agents/skills/fills/SKILL.md": `${skill("fills")}\nRun scripts/a.sh with $ARGUMENTS for \${SESSION_ID}.\n`,
      "~/.agents/skills/fills/scripts/a.sh": "echo\n",
    });
    const alone = await appFor(own.load);
    const directory = `${own.home}/.agents/skills/fills`;
    const load = async (query: string): Promise<string> =>
      ((await (await alone.get(`/api/skills/fills/load?${query}`)).json()) as { text: string }).text;
    expect(await load("arguments=a.pdf&absolutePaths=true")).toContain(`Run ${directory}/scripts/a.sh with a.pdf for`);
    expect(await load("arguments=a.pdf")).toContain("Run scripts/a.sh with a.pdf for");
    expect(await load("maxChars=5")).not.toContain("scripts/a.sh with");
  });

  test("commands in a text are shown and never run", async () => {
    place.write({ "~/.agents/skills/runs/SKILL.md": `${skill("runs")}\n!\`touch ${place.home}/was-run\`\n` });
    const answer = (await (await served.get("/api/skills/runs/load")).json()) as { shell: { command: string }[] };
    expect(answer.shell).toEqual([expect.objectContaining({ command: `touch ${place.home}/was-run` })]);
  });

  test.each([
    ["/api/skills/pfd", 404, "SK301"],
    ["/api/skills?host=nobody", 400, "SK305"],
    ["/api/skills?hosts=codex", 400, "SK920"],
    ["/api/skills?scope=mars", 400, "SK920"],
    ["/api/search", 400, "SK920"],
    ["/api/search?query=a&query=b", 400, "SK920"],
    ["/api/search?query=a&k=0", 400, "SK920"],
    ["/api/search?query=a&k=1e3", 400, "SK920"],
    ["/api/search?query=a&k=x3", 400, "SK920"],
    ["/api/eval?threshold=2", 400, "SK920"],
    ["/api/eval?threshold=1e-1", 400, "SK920"],
    ["/api/search?query=a%00b", 400, "SK920"],
    [`/api/search?query=${"a".repeat(5000)}`, 400, "SK920"],
    ["/api/codes/SK000", 400, "SK920"],
    ["/api/nothing", 404, "SK920"],
    ["/nothing", 404, "SK920"],
    ["/api/skills/mine/load?actor=model", 422, "SK501"],
    ["/api/skills/pdf/resource?path=../../../../etc/passwd", 422, expect.any(String)],
  ])("[SV7] %s → %i", async (path, status, code) => {
    const response = await served.get(path);
    expect([response.status, await response.json()]).toEqual([
      status,
      { error: { code, message: expect.any(String), help: expect.anything() } },
    ]);
  });

  test.each([
    ["not JSON", "{", 400],
    ["a list", "[]", 400],
    ["an unknown key", '{"message":"a","constructor":1}', 400],
    ["a wrong type", '{"message":1}', 400],
    ["too large", `{"message":"${"a".repeat(1 << 20)}"}`, 413],
  ])("[SV7] a body that is %s", async (_what, body, status) => {
    const response = await served.post("/api/resolve", body);
    expect([response.status, await response.json()]).toMatchObject([status, { error: { code: "SK920" } }]);
  });

  test("[SV7] the answer to a too large body names the limit", async () => {
    const response = await served.post("/api/resolve", `{"message":"${"a".repeat(1 << 20)}"}`);
    expect(await response.json()).toMatchObject({ error: { message: "the body has more than 1048576 bytes" } });
  });

  test("[SV7] a body of a type that a form could send", async () => {
    const response = await served.post("/api/resolve", '{"message":"a"}', { "content-type": "text/plain" });
    expect([response.status, await response.json()]).toMatchObject([
      415,
      { error: { code: "SK920", message: "the body is not `application/json`" } },
    ]);
  });

  test.each(["/etc", "/etc/passwd", "../../outside", `${place.home}/.ssh`])("[SV9] not about %s", async (path) => {
    for (const route of ["check", "audit"])
      expect((await served.get(`/api/${route}?paths=${encodeURIComponent(path)}`)).status).toBe(403);
    expect((await served.get(`/api/skills/${encodeURIComponent(path)}`)).status).toBe(
      path.startsWith("..") || path.startsWith("/") ? 403 : 404,
    );
  });

  test("[SV9] the refusal names the path, and what is allowed", async () => {
    const response = await served.get("/api/check?paths=../../outside");
    expect(await response.json()).toEqual({
      error: {
        code: "SK922",
        message: "`../../outside` is outside of the project and of every root",
        help: "`GET /api/roots` lists the allowed directories",
      },
    });
  });

  test("[SV9] nor through a link in the project", async () => {
    symlinkSync("/etc", `${place.project}/elsewhere`);
    expect((await served.get("/api/audit?paths=elsewhere")).status).toBe(403);
  });

  test("[SV9] a skill that a root links to is found by the path in the root, and not by its real path", async () => {
    const linked = makePlace({ "../elsewhere/drawn/SKILL.md": skill("drawn") });
    mkdirSync(`${linked.home}/.agents/skills`, { recursive: true });
    symlinkSync(`${linked.directory}/elsewhere/drawn`, `${linked.home}/.agents/skills/drawn`);
    const app = await appFor(linked.load);
    const answers = [];
    for (const directory of [`${linked.home}/.agents/skills/drawn`, `${linked.directory}/elsewhere/drawn`])
      for (const path of [directory, `${directory}/SKILL.md`]) {
        const response = await app.get(`/api/skills/${encodeURIComponent(path)}`);
        const { name, error } = (await response.json()) as { name?: string; error?: { code: string } };
        answers.push(`${response.status} ${name ?? error?.code}`);
      }
    await app.desk.close();
    expect(answers).toEqual(["200 drawn", "200 drawn", "403 SK922", "403 SK922"]);
  });

  test("[SV10] nothing that comes from here is run, framed, guessed at or kept", async () => {
    for (const path of ["/api/skills", "/skill", "/health", "/nothing"]) {
      const { headers } = await served.get(path);
      expect([path, Object.fromEntries(headers)]).toEqual([
        path,
        {
          "content-type": "application/json",
          "x-content-type-options": "nosniff",
          "referrer-policy": "no-referrer",
          "cross-origin-resource-policy": "same-origin",
          "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
          "cache-control": "no-store",
        },
      ]);
    }
  });
});

describe("[S13] [S19] a path of a request is a source tree", () => {
  const ask = async (address: string): Promise<Record<string, { code: string; directory?: string }[]>> =>
    (await (await served.get(address)).json()) as Record<string, { code: string; directory?: string }[]>;

  test.each(["check", "audit"])("%s: hidden directories are searched, and an empty path is an error", async (route) => {
    place.write({ "tree/.curated/x/SKILL.md": skill("x"), "bare/README.md": "" });
    const found = await ask(`/api/${route}?paths=tree`);
    expect([found["files"] ?? found["skills"], found["diagnostics"]]).toMatchObject([{ length: 1 }, []]);
    const empty = async (more: string): Promise<string[]> =>
      (await ask(`/api/${route}?paths=bare${more}`))["diagnostics"]?.map(({ code }) => code) ?? [];
    expect([await empty(""), await empty("&allowEmpty=true")]).toEqual([["SK647"], []]);
  });
});

test("[SV5] `GET /skill` is what OpenCode's server answers", async () => {
  place.write({
    "~/.agents/skills/lines/SKILL.md": "---\nname: lines\ndescription: Line ends.\n---\n\n# One\r\n\r\n  two  \n\n",
  });
  const response = await served.get("/skill");
  expect(response.headers.get("content-type")).toBe("application/json");
  const all = (await response.json()) as { name: string }[];
  expect(all.find(({ name }) => name === "lines")).toEqual({
    name: "lines",
    description: "Line ends.",
    location: `${place.home}/.agents/skills/lines/SKILL.md`,
    content: "\n# One\r\n\r\n  two  \n\n",
  });
  // The project is not trusted, so its skills are withheld.
  expect(all.map(({ name }) => name)).toEqual(["lines", "made", "pdf", "runs"]);
});
