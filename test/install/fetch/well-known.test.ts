import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findSource } from "../../../src/install/fetch/sources.ts";
import { indexUrls, wellKnown } from "../../../src/install/fetch/web/well-known.ts";
import type { FetchedSource, SourceContext } from "../../../src/install/source.ts";
import { OperationError } from "../../../src/model/errors.ts";
import { INSTALL_LIMITS } from "../../../src/model/skills/bundle.ts";
import type { Fetch } from "../../../src/platform/network/fetch.ts";
import { nodeFetch } from "../../../src/platform/network/node-fetch.ts";
import { waitFor } from "../../wait.ts";
import { answer, diesMidway, redirect, slowLoris } from "../../wire-server.ts";
import { type Machine, makeMachine } from "../context.ts";
import { skillText } from "./contract/contract.ts";
import { packTree } from "./registry.ts";
import { AGENT_SKILLS, type Site, SKILLS, sha256, startSite } from "./site.ts";

let machine: Machine;
let site: Site;
beforeEach(async () => {
  machine = makeMachine();
  site = await startSite();
});
afterEach(async () => {
  await site.close();
  machine.remove();
});

const fetch = (text: string, changes: Partial<SourceContext> = {}): Promise<FetchedSource> =>
  wellKnown.fetch(text, machine.context(changes));

/** Returns the names of the skills with their files, then the findings; or the error. */
async function brief(text: string, changes: Partial<SourceContext> = {}): Promise<string[]> {
  try {
    const { skills, diagnostics } = await fetch(text, changes);
    return [
      ...skills.map(({ name, bundle }) => `${name}: ${bundle.files.map(({ path }) => path).join(" ")}`),
      ...diagnostics.map(({ code, message }) => `${code} ${message}`),
    ].map((line) => line.replaceAll(site.url, "SITE"));
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return [`${error.code} ${error.message}`.replaceAll(site.url, "SITE")];
  }
}

const PDF = { "skills/pdf/SKILL.md": skillText("pdf"), "skills/pdf/a b/ü?.md": "x" };
const SAFE = { "skills/pdf/SKILL.md": skillText("pdf"), "skills/pdf/a b/ü.md": "x" };

describe("where the index is", () => {
  test.each([
    ["https://h.test", ["/.well-known/agent-skills/index.json", "/.well-known/skills/index.json", "/index.json"]],
    [
      "https://h.test/docs?x=1#pdf",
      [
        "/docs/.well-known/agent-skills/index.json",
        "/docs/.well-known/skills/index.json",
        "/docs/index.json",
        "/.well-known/agent-skills/index.json",
        "/.well-known/skills/index.json",
      ],
    ],
    ["https://h.test/a/catalog.json?x=1#pdf", ["/a/catalog.json?x=1"]],
    ["https://h.test/?x=1", ["/.well-known/agent-skills/index.json", "/.well-known/skills/index.json", "/index.json"]],
  ])("[I9] %s", (text, expected) => {
    expect(indexUrls(new URL(text))).toEqual(expected.map((path) => `https://h.test${path}`));
  });

  test("[I9] the first that is there counts; a page for every address is none", async () => {
    site.publishFiles(SAFE);
    site.put(`${AGENT_SKILLS}/index.json`, "<html>nothing here</html>");
    expect(await brief(site.url)).toEqual(["pdf: SKILL.md a b/ü.md"]);
    site.publishArchives({ "skills/new/SKILL.md": skillText("new") });
    expect(await brief(site.url)).toEqual(["new: SKILL.md"]);
  });

  test("[I9] OpenCode's, by its base or itself; its version is kept", async () => {
    site.put("/team/pdf/SKILL.md", skillText("pdf"));
    site.putIndex("/team/index.json", [{ name: "pdf", version: "3", files: ["SKILL.md"] }], {});
    for (const text of [`${site.url}/team`, `${site.url}/team/`, `${site.url}/team/index.json`]) {
      const { skills } = await fetch(text);
      expect(skills.map(({ origin }) => origin)).toEqual([
        { kind: "well-known", source: text, resolved: "3", path: "pdf" },
      ]);
    }
  });

  test("[I9] a site without any is SK602, and one that fails is not asked on", async () => {
    expect(await brief(`${site.url}/docs`)).toEqual(["SK602 `SITE/docs` has no index of skills"]);
    site.on(`${AGENT_SKILLS}/index.json`, answer(500));
    expect(await brief(site.url)).toEqual([
      `SK604 the server of \`SITE${AGENT_SKILLS}/index.json\` did not return it (500)`,
    ]);
    expect(await brief(`${site.url}/none.json`)).toEqual(["SK602 there is nothing at `SITE/none.json` (404)"]);
  });

  test("[I9] `#` names one skill, and only that is fetched", async () => {
    site.publishArchives({ ...SAFE, "skills/notes/SKILL.md": skillText("notes") });
    expect(await brief(`${site.url}#notes`)).toEqual(["notes: SKILL.md"]);
    expect(site.asked()).toEqual([`${AGENT_SKILLS}/index.json`, `${AGENT_SKILLS}/notes.tar.gz`]);
    expect(await brief(`${site.url}#other`)).toEqual([
      `SK602 the index \`SITE${AGENT_SKILLS}/index.json\` has no skill \`other\``,
    ]);
  });

  test.each([
    ["https://h.test", "well-known"],
    ["http://127.0.0.1:1/docs", "well-known"],
    ["https://h.test/x.git", "git"],
    ["https://h.test/x.zip", "archive"],
  ])("[I9] %s is a %s", async (text, kind) => {
    expect((await findSource(text)).kind).toBe(kind);
  });
});

describe("what is asked for", () => {
  test("[I12] the listed files, as they are written, and nothing else", async () => {
    site.publishFiles({ ...SAFE, "skills/pdf/scripts/x#y.py": "x" });
    site.put(`${SKILLS}/pdf/secret.md`, "not listed");
    expect(await brief(site.url)).toEqual(["pdf: SKILL.md a b/ü.md scripts/x#y.py"]);
    expect(site.asked()).toEqual([
      `${AGENT_SKILLS}/index.json`,
      `${SKILLS}/index.json`,
      `${SKILLS}/pdf/SKILL.md`,
      `${SKILLS}/pdf/a%20b/%C3%BC.md`,
      `${SKILLS}/pdf/scripts/x%23y.py`,
    ]);
  });

  test("[I12] nothing of a skill with a bad path", async () => {
    site.publishFiles({ ...PDF, "skills/notes/SKILL.md": skillText("notes") });
    expect(await brief(site.url)).toEqual([
      "notes: SKILL.md",
      "SK640 `pdf/a b/ü?.md` has `?` in it, which no file on Windows can have",
    ]);
    expect(site.asked().filter((path) => path.includes("pdf"))).toEqual([]);
  });

  test("[I12] a file that another server would give is refused: nothing says what it should be", async () => {
    site.publishFiles(SAFE);
    site.on(`${SKILLS}/pdf/SKILL.md`, redirect("https://other.test/SKILL.md"));
    const elsewhere: Fetch = async (url, options) =>
      url.endsWith("/pdf/SKILL.md")
        ? { status: 200, headers: {}, url: "https://other.test/SKILL.md", bytes: Buffer.from("evil") }
        : nodeFetch(url, options);
    expect(await brief(site.url, { fetch: elsewhere })).toEqual([
      `SK620 \`SITE${SKILLS}/pdf/SKILL.md\` leads to another server than its index`,
    ]);
  });

  test("[I12] an archive's files that the index does not name are left out and named", async () => {
    const bytes = packTree({ "SKILL.md": skillText("pdf"), "a.md": "", "b.sh": "", "c.md": "" }, "");
    site.put("/pdf.tgz", bytes);
    const entry = { name: "pdf", type: "archive", url: "/pdf.tgz", digest: sha256(bytes), files: ["SKILL.md", "a.md"] };
    site.putIndex(`${AGENT_SKILLS}/index.json`, [entry]);
    expect(await brief(site.url)).toEqual([
      "pdf: SKILL.md a.md",
      "SK624 the index does not name `b.sh`, `c.md` of `pdf`; left out",
    ]);
  });

  test.each([
    [
      "Run scripts/b.sh first.",
      "its SKILL.md mentions `scripts/b.sh`, which will be missing; report it to the author of the index",
    ],
    ["Reads.", "report it to the author of the index; the skill may be incomplete"],
  ])("[I12] reports whether the skill mentions them: %s", async (text, help) => {
    const bytes = packTree({ "SKILL.md": `${skillText("pdf")}\n${text}\n`, "scripts/b.sh": "", "c.md": "" }, "");
    site.put("/pdf.tgz", bytes);
    const entry = { name: "pdf", type: "archive", url: "/pdf.tgz", digest: sha256(bytes), files: ["SKILL.md"] };
    site.putIndex(`${AGENT_SKILLS}/index.json`, [entry]);
    const { diagnostics } = await fetch(site.url);
    expect(diagnostics.map((each) => [each.code, each.help])).toEqual([["SK624", help]]);
  });

  test("[I8] [I12] installs the valid skills if other artifacts of the index are wrong", async () => {
    const skill = skillText("a");
    const packed = packTree({ "sub/SKILL.md": skill }, "");
    const linked = packTree({ "SKILL.md": skill, passwords: { link: "/etc/passwd" } }, "");
    for (const [path, body] of Object.entries({ "a.md": skill, "sub.tgz": packed, "link.tgz": linked }))
      site.put(`/${path}`, body);
    const digest = sha256(skill);
    site.putIndex(`${AGENT_SKILLS}/index.json`, [
      { name: "good", type: "skill-md", url: "/a.md", digest },
      { name: "changed", type: "skill-md", url: "/a.md", digest: sha256("other") },
      { name: "gone", type: "skill-md", url: "/gone.md", digest },
      { name: "inside", type: "skill-md", url: "https://10.0.0.1/a.md", digest },
      { name: "plain", type: "skill-md", url: "http://h.test/a.md", digest },
      { name: "nowhere", type: "skill-md", url: "https://", digest },
      { name: "below", type: "archive", url: "/sub.tgz", digest: sha256(packed) },
      { name: "linked", type: "archive", url: "/link.tgz", digest: sha256(linked) },
      { name: "mistaken", type: "archive", url: "/a.md", digest },
      { name: "later", type: "wasm", url: "/a.md", digest },
    ]);
    expect(await brief(site.url)).toEqual([
      "good: SKILL.md",
      "SK606 `later` is of the type `wasm`, and is left out",
      `SK605 \`changed\` has the digest \`${digest}\` and not \`${sha256("other")}\``,
      "SK602 there is nothing at `SITE/gone.md` (404)",
      "SK620 `https://10.0.0.1/a.md` resolves to an address of this machine or of a private network",
      "SK620 `http://h.test/a.md` is not encrypted",
      "SK620 `nowhere` has no usable address",
      "SK647 `below`: there is no SKILL.md at its top",
      "SK643 `passwords` is a symbolic link, at byte 1024",
      "SK646 `mistaken`: this is not a supported archive",
    ]);
  });

  test("[I12] all skills together have a limit", async () => {
    const big = "x".repeat(900);
    const names = Array.from({ length: 12 }, (_, index) => `skill-${index}`);
    site.publishArchives(Object.fromEntries(names.map((name) => [`skills/${name}/SKILL.md`, big])));
    expect(await brief(site.url, { limits: { ...INSTALL_LIMITS, maxBytes: 1000 } })).toEqual([
      "SK604 the skills of `SITE/` together exceed the size limit",
    ]);
  });
});

test("[I12] names a file that is slightly too large, and does not fetch a much larger file completely", async () => {
  const limits = { ...INSTALL_LIMITS, maxFileBytes: 1000, maxBytes: 1000 };
  const brought = async (bytes: number): Promise<string[]> => {
    const text = "x".repeat(bytes);
    site.put("/a.md", text);
    site.putIndex(`${AGENT_SKILLS}/index.json`, [{ name: "a", type: "skill-md", url: "/a.md", digest: sha256(text) }]);
    return brief(site.url, { limits });
  };
  expect([await brought(1000), await brought(1001), await brought(66_536), await brought(66_537)]).toEqual([
    ["a: SKILL.md"],
    ["SK642 `SKILL.md` is larger than 1000 bytes"],
    ["SK642 `SKILL.md` is larger than 1000 bytes"],
    ["SK622 the response of `SITE/a.md` has 66537 bytes, but at most 66536 bytes are accepted"],
  ]);
});

describe("when one fails", () => {
  const slow = Array.from({ length: 3 }, (_, index) => ({
    name: `slow-${index}`,
    type: "skill-md",
    url: `/slow-${index}.md`,
    digest: sha256("x"),
  }));

  test("[I12] the others are not waited for", async () => {
    for (const { url } of slow) site.on(url, slowLoris());
    site.on("/broken.md", diesMidway(1000));
    const broken = { name: "broken", type: "skill-md", url: "/broken.md", digest: sha256("x") };
    site.putIndex(`${AGENT_SKILLS}/index.json`, [...slow, broken]);
    const failures: string[] = [];
    const recording: Fetch = (url, options) =>
      nodeFetch(url, options).catch((error: Error) => {
        failures.push(error.message);
        throw error;
      });
    expect(await brief(site.url, { fetch: recording })).toEqual([
      "SK621 `SITE/broken.md` could not be fetched: the connection failed (ECONNRESET)",
    ]);
    await waitFor("all four fetches to fail", () => failures.length === 4);
    expect(failures.filter((message) => message.endsWith("the request was stopped"))).toHaveLength(3);
    await waitFor("the site's connections to close", () => site.open() === 0);
  });

  test("[I12] all of them have one time", async () => {
    for (const { url } of slow) site.on(url, () => undefined);
    site.putIndex(`${AGENT_SKILLS}/index.json`, slow);
    const patient: Fetch = (url, options) => nodeFetch(url, { ...options, timeoutMs: 10_000 });
    const limits = { ...INSTALL_LIMITS, timeoutMs: 50 };
    expect(await brief(site.url, { limits, fetch: patient })).toEqual([
      "SK604 the skills of `SITE/` did not arrive in time",
    ]);
  });
});

describe("who is asked", () => {
  test("[I6] a typed password goes with every request to that server, and is not kept", async () => {
    site.publishArchives(SAFE);
    const { skills } = await fetch(`http://me:secret@127.0.0.1:${site.port}`);
    expect(skills.map(({ origin }) => origin.source)).toEqual([site.url]);
    expect(site.requests.map(({ headers }) => headers["authorization"])).toEqual(Array(2).fill("Basic bWU6c2VjcmV0"));
  });

  test("[I2] only the typed server counts as the user's word", async () => {
    const typed: [string, unknown][] = [];
    const digest = sha256("x");
    site.putIndex(`${AGENT_SKILLS}/index.json`, [
      { name: "a", type: "skill-md", url: "/a.md", digest },
      { name: "b", type: "skill-md", url: "https://cdn.test/b.md", digest },
    ]);
    const spying: Fetch = async (url, options) => {
      typed.push([url.replace(site.url, ""), options.typed]);
      return url.startsWith(site.url)
        ? nodeFetch(url, options)
        : { status: 200, headers: {}, url, bytes: Buffer.from("x") };
    };
    await brief(site.url, { fetch: spying });
    expect(typed).toEqual([
      [`${AGENT_SKILLS}/index.json`, true],
      ["/a.md", true],
      ["https://cdn.test/b.md", false],
    ]);
  });
});
