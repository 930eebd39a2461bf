import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { clawhub } from "../../../src/install/fetch/web/clawhub.ts";
import type { SourceContext } from "../../../src/install/source.ts";
import { OperationError } from "../../../src/model/errors.ts";
import { answer, type WireServer, wireServer } from "../../wire-server.ts";
import { type Machine, makeMachine } from "../context.ts";
import { makeZip } from "./archives/make-zip.ts";
import { skillText } from "./contract/contract.ts";
import { webFaults } from "./contract/web-faults.ts";
import { packTree } from "./registry.ts";
import { sha256 } from "./site.ts";

let machine: Machine;
let server: WireServer;
beforeEach(async () => {
  machine = makeMachine();
  server = await wireServer();
});
afterEach(async () => {
  await server.close();
  machine.remove();
});

const FILES = { "SKILL.md": skillText("pdf"), "scripts/run.py": "print(1)\n" };
const hex = (text: string): string => sha256(text).slice("sha256:".length);
const STATED = Object.entries(FILES).map(([path, text]) => ({ path, size: text.length, sha256: hex(text) }));
const DOWNLOAD = "/api/v1/download?slug=pdf&version=1.2.0";

const json = (path: string, value: unknown): void => server.on(`/api/v1/${path}`, answer(200, JSON.stringify(value)));

/** Publishes a skill with one version. `changed` replaces parts of the registry's answer. */
function publish(changed: Readonly<Record<string, unknown>> = {}, files: Record<string, string> = FILES): void {
  json("skills/pdf", {
    skill: { slug: "pdf", tags: { latest: "1.2.0", old: "1.0.0" } },
    latestVersion: { version: "1.2.0" },
    owner: { handle: "Ada" },
    ...changed,
  });
  json("skills/pdf/versions/1.2.0", { version: { version: "1.2.0", createdAt: 1_767_323_045_678, files: STATED } });
  const items = Object.entries({ ...files, "_meta.json": "{}" }).map(([name, content]) => ({ name, content }));
  server.on(DOWNLOAD, answer(200, makeZip(items)));
}

async function brief(text: string, changes: Partial<SourceContext> = {}): Promise<string[]> {
  const context = machine.context({ clawhubUrl: `${server.url}/api/v1`, ...changes });
  try {
    const { skills, diagnostics } = await clawhub.fetch(text, context);
    return [
      ...skills.map(({ name, bundle }) => `${name}: ${bundle.files.map(({ path }) => path).join(" ")}`),
      ...diagnostics.map(({ code, message }) => `${code} ${message}`),
    ];
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return [`${error.code} ${error.message}; ${error.hint}`.replaceAll(server.url, "SERVER")];
  }
}

describe("what is asked for", () => {
  test.each([
    ["clawhub:", "SK603"],
    ["clawhub:../pdf", "SK603"],
    ["clawhub:pdf/../x", "SK603"],
    ["clawhub:a/b/c", "SK603"],
    ["clawhub:pdf@", "SK603"],
    ["clawhub:pdf@a/b", "SK603"],
    ["clawhub:pdf?x=1", "SK603"],
    ["clawhub:-pdf", "SK603"],
    [`clawhub:${"p".repeat(65)}`, "SK603"],
  ])("[I14] %s is not the name of a skill: %s", async (text, code) => {
    expect((await brief(text))[0]).toMatch(new RegExp(`^${code} `));
    expect(server.requests).toEqual([]);
  });

  test("[I14] without a configured registry no server is contacted", async () => {
    expect((await brief("clawhub:pdf", { clawhubUrl: "nowhere" }))[0]).toMatch(
      /^SK603 no ClawHub registry is configured; set `clawhub_url`/,
    );
  });

  test.each(["clawhub:pdf", "clawhub:ada/pdf", "clawhub:@Ada/pdf@1.2.0", "clawhub:pdf@latest"])(
    "[I14] %s",
    async (text) => {
      publish();
      const { skills } = await clawhub.fetch(text, machine.context({ clawhubUrl: `${server.url}/api/v1/` }));
      expect(skills.map(({ name, origin }) => ({ name, ...origin }))).toEqual([
        {
          name: "pdf",
          kind: "clawhub",
          source: text,
          resolved: "1.2.0",
          artifact: expect.stringMatching(/^sha256:/),
          path: "",
          released: "2026-01-02T03:04:05.678Z",
        },
      ]);
      expect(server.requests.map(({ path }) => path)).toEqual([
        "/api/v1/skills/pdf",
        "/api/v1/skills/pdf/versions/1.2.0",
        DOWNLOAD,
      ]);
    },
  );

  test("[I14] a skill that does not exist or has another owner", async () => {
    expect(await brief("clawhub:pdf")).toEqual(["SK602 the registry has no skill `pdf`; check the name"]);
    json("search?q=pdf&limit=5", { results: [{ slug: "pdf-tools" }, { slug: 1 }, null, { slug: "pdf2" }] });
    expect(await brief("clawhub:pdf")).toEqual(["SK602 the registry has no skill `pdf`; it has `pdf-tools`, `pdf2`"]);
    publish();
    expect(await brief("clawhub:eve/pdf")).toEqual([
      "SK602 `pdf` belongs to `Ada`, not to `eve`; check the owner of the skill that you want",
    ]);
    expect(await brief("clawhub:pdf@old")).toEqual([
      "SK602 `pdf` has no version `1.0.0`; leave the version out for the latest",
    ]);
    expect(await brief("clawhub:pdf@3")).toEqual([
      "SK602 `pdf` has no version `3`; leave the version out for the latest",
    ]);
  });
});

describe("what comes back", () => {
  test("[I14] of many files that are not stated, the rest is counted", async () => {
    const extra = Object.fromEntries(Array.from({ length: 23 }, (_, at) => [`extra${at}.sh`, "x"]));
    publish({}, { ...FILES, ...extra });
    const found = await brief("clawhub:pdf");
    expect([found.length, found.at(-1)]).toEqual([
      22,
      "SK624 the registry does not name 3 more files among the skill's files; left out",
    ]);
  });

  test("[I14] the stated files, without the registry's own note", async () => {
    publish();
    expect(await brief("clawhub:pdf")).toEqual(["pdf: SKILL.md scripts/run.py"]);
    publish({}, { ...FILES, "extra.sh": "x" });
    expect(await brief("clawhub:pdf")).toEqual([
      "pdf: SKILL.md scripts/run.py",
      "SK624 the registry does not name `extra.sh` among the skill's files; left out",
    ]);
  });

  test.each([
    [1_767_323_045_678, "2026-01-02T03:04:05.678Z"],
    [8.64e15, "+275760-09-13T00:00:00.000Z"],
    [8.65e15, undefined],
    ["2026-01-02", undefined],
  ])("[I14] a release at %j is of the time %j", async (createdAt, released) => {
    publish();
    json("skills/pdf/versions/1.2.0", { version: { version: "1.2.0", createdAt, files: STATED } });
    const { skills } = await clawhub.fetch("clawhub:pdf", machine.context({ clawhubUrl: `${server.url}/api/v1` }));
    expect(skills[0]?.origin.released).toBe(released);
  });

  test("[I14] other bytes, or fewer files, are SK605", async () => {
    publish({}, { ...FILES, "scripts/run.py": "evil" });
    expect(await brief("clawhub:pdf")).toEqual(["SK605 `scripts/run.py` does not match the digest in the registry"]);
    publish({}, { "SKILL.md": FILES["SKILL.md"] });
    expect(await brief("clawhub:pdf")).toEqual(["SK605 `scripts/run.py` does not match the digest in the registry"]);
    publish({}, { "README.md": "" });
    expect(await brief("clawhub:pdf")).toEqual(["SK647 there is no SKILL.md at its top"]);
  });

  test("[I14] reports the registry's warnings about a skill", async () => {
    publish({ moderation: { isSuspicious: true, isMalwareBlocked: false } });
    expect(await brief("clawhub:pdf")).toEqual([
      "pdf: SKILL.md scripts/run.py",
      "SK625 the registry calls `pdf` suspicious",
    ]);
  });

  test("[I14] what is suspicious takes a person, and malware the digest", async () => {
    const severityOf = async (moderation: object): Promise<unknown> => {
      publish({ moderation });
      const { skills } = await clawhub.fetch("clawhub:pdf", machine.context({ clawhubUrl: `${server.url}/api/v1` }));
      return skills[0]?.against?.map(({ severity }) => severity);
    };
    expect(await severityOf({ isSuspicious: true })).toEqual(["high"]);
    expect(await severityOf({ isMalwareBlocked: true })).toEqual(["block"]);
    expect(await severityOf({})).toEqual([]);
  });

  test("[I14] fetches the skill of a repository from the address in the registry's answer", async () => {
    publish();
    const handOff = (archiveUrl: unknown, path: unknown): void =>
      server.on(DOWNLOAD, answer(200, JSON.stringify({ sourceRef: "public-github", archiveUrl, path })));
    const tree = Object.fromEntries(Object.entries(FILES).map(([path, text]) => [`skills/pdf/${path}`, text]));
    server.on("/repo.tgz", answer(200, packTree({ ...tree, "other.md": "" }, "repo-abc/")));
    handOff(`${server.url}/repo.tgz`, "skills/pdf");
    expect(await brief("clawhub:pdf")).toEqual(["pdf: SKILL.md scripts/run.py"]);
    handOff(`${server.url}/repo.tgz`, "elsewhere");
    expect(await brief("clawhub:pdf")).toEqual(["SK647 there is no SKILL.md at its top"]);
    handOff("https://10.0.0.1/repo.tgz", "skills/pdf");
    expect((await brief("clawhub:pdf"))[0]).toMatch(/^SK620 .*of this machine or of a private network/);
    for (const [url, path] of [
      [`${server.url}/repo.tgz`, "../x"],
      [1, ""],
    ]) {
      handOff(url, path);
      expect((await brief("clawhub:pdf"))[0]).toMatch(/^SK604 the registry does not say where `pdf` is/);
    }
  });

  test("[I14] an answer that is none", async () => {
    server.on("/api/v1/skills/pdf", answer(200, "<html>"));
    expect((await brief("clawhub:pdf"))[0]).toMatch(/^SK604 the registry returned an unexpected answer/);
  });

  test("[I14] its faults end in their codes", async () => {
    const faults = webFaults(server, DOWNLOAD, () => {
      publish();
      return "clawhub:pdf";
    });
    const outcomes: Record<string, string> = {};
    for (const [name, { prepare }] of Object.entries(faults))
      outcomes[name] = (await brief(await prepare(machine)))[0]?.slice(0, 5) ?? "";
    expect(outcomes).toEqual(Object.fromEntries(Object.entries(faults).map(([name, { code }]) => [name, code])));
  });
});
