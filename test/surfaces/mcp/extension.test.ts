/** The Skills extension from the client's side: every requirement on a server, in both revisions of the protocol. */
import { hash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Connected, connect, type Era } from "./connect.ts";
import { type Machine, machine, skillFile } from "./machine.ts";

const PDF = skillFile(
  "pdf",
  'license: MIT\nallowed-tools: Read\nmetadata:\n  version: "1.0"\nx-list: [1, 1.0, yes, "2"]\n',
);
const LOGO = Uint8Array.of(0x89, 0x50, 0xff, 0x00);
const FILES = {
  ".skillwright/skills/pdf/SKILL.md": PDF,
  ".skillwright/skills/pdf/references/FORMS.md": "# Forms\n",
  ".skillwright/skills/pdf/references/more/a b%.md": "odd\n",
  ".skillwright/skills/pdf/logo.png": LOGO,
  ".skillwright/skills/pdf/.secret": "hidden",
  ".skillwright/skills/pdf/out->": "/etc/passwd",
  ".skillwright/skills/pdf/in.md->": "references/FORMS.md",
  ".skillwright/skills/pdf/inner/SKILL.md": skillFile("inner"),
  ".skillwright/skills/pdf/inner/tool.py": "print(1)\n",
  ".skillwright/skills/deploy/SKILL.md": skillFile("deploy", "disable-model-invocation: true\n"),
  ".skillwright/skills/Odd Name/SKILL.md": skillFile("Odd Name", "metadata:\n  version: 1.10\n  tags: [a, b]\n"),
  ".skillwright/skills/colon/SKILL.md": "---\nname: colon\ndescription: Use for: colons\n---\nBody: *x*\n",
  "~/.agents/skills/off/SKILL.md": skillFile("off"),
};

let place: Machine;
const connected = new Map<Era, Connected>();

beforeAll(async () => {
  place = await machine(FILES, { config: { disable: ["off"] } });
  for (const era of ["2025-11-25", "2026-07-28"] as const) connected.set(era, await connect(place.open, { era }));
});

afterAll(async () => {
  for (const each of connected.values()) await each.close();
  place.remove();
});

/** Returns the server's raw answer to one call. */
async function sent({ client, wire }: Connected, method: string, params: Record<string, unknown> = {}) {
  const before = wire.length;
  const said = client.request({ method, params } as never, anything as never);
  await said.catch(() => undefined);
  return wire.slice(before).find((each) => "id" in each) as { result?: Record<string, unknown>; error?: Failure };
}

interface Failure {
  readonly code: number;
  readonly message: string;
}

const anything = { "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) } };

function digest(bytes: string | Uint8Array): string {
  return `sha256:${hash("sha256", bytes, "hex")}`;
}

function resource(uri: string, bytes: string | Uint8Array) {
  return { uri: `skill://${uri}`, digest: digest(bytes), size: Buffer.from(bytes).length };
}

describe.each(["2025-11-25", "2026-07-28"] as const)("on %s", (era) => {
  const at = (): Connected => connected.get(era) as Connected;
  const modern = era === "2026-07-28";
  const complete = modern ? { resultType: "complete", ttlMs: 1000, cacheScope: "private" } : {};

  test("[MC1] the extension and resources are declared", () => {
    expect(at().client.getNegotiatedProtocolVersion()).toBe(era);
    expect(at().client.getServerCapabilities()).toEqual({
      prompts: { listChanged: true },
      resources: { listChanged: true },
      tools: { listChanged: true },
      extensions: { "io.modelcontextprotocol/skills": { directoryRead: true } },
    });
  });

  test("[MC2] [MC4] [MC6] skills/list has every skill that a model may have, with all of its files", async () => {
    const { result } = await sent(at(), "skills/list");
    const { skills, ...rest } = result as { skills: Record<string, unknown>[] };
    expect({ ...rest, uris: skills.map(({ uri }) => uri) }).toMatchObject({
      ...complete,
      uris: [
        "skill://colon/SKILL.md",
        "skill://odd-name/SKILL.md",
        "skill://pdf/SKILL.md",
        "skill://pdf/inner/SKILL.md",
      ],
    });
    expect(skills[2]).toEqual({
      uri: "skill://pdf/SKILL.md",
      frontmatter: {
        name: "pdf",
        description: "Does pdf. Use for pdf.",
        license: "MIT",
        "allowed-tools": "Read",
        metadata: { version: "1.0" },
        "x-list": [1, 1, "yes", "2"],
      },
      resources: [
        resource("pdf/SKILL.md", PDF),
        resource("pdf/in.md", "# Forms\n"),
        resource("pdf/inner/SKILL.md", skillFile("inner")),
        resource("pdf/inner/tool.py", "print(1)\n"),
        resource("pdf/logo.png", LOGO),
        resource("pdf/references/FORMS.md", "# Forms\n"),
        resource("pdf/references/more/a%20b%25.md", "odd\n"),
      ],
    });
  });

  test("[MC2] skills/get answers for listed and unlisted skills, and −32602 for all else", async () => {
    const { skills } = at();
    const listed = (await skills.list()).skills;
    for (const entry of listed) expect((await skills.get(entry.uri)).skill).toEqual(entry);
    const { result } = await sent(at(), "skills/get", { uri: "skill://deploy/SKILL.md" });
    expect(result).toMatchObject({ ...complete, skill: { uri: "skill://deploy/SKILL.md" } });
    expect(Object.keys(result as object)).not.toContain("nextCursor");
    const unknown = [
      "skill://nope/SKILL.md",
      "skill://off/SKILL.md",
      "skill://pdf/references/FORMS.md",
      "skill://pdf",
      "skill://pdf/../deploy/SKILL.md",
      "skill://pdf%2finner/SKILL.md",
      "skill://%ff/SKILL.md",
      "file:///etc/passwd",
      "no uri",
      `skill://${"a/".repeat(20_000)}SKILL.md`,
    ];
    const codes = await Promise.all(unknown.map(async (uri) => (await sent(at(), "skills/get", { uri })).error?.code));
    expect(codes).toEqual(unknown.map(() => -32602));
    expect((await sent(at(), "skills/get", {})).error?.code).toBe(-32602);
    expect((await sent(at(), "skills/get", { uri: 7 })).error?.code).toBe(-32602);
  });

  test("[MC5] every entry and file passes the official client's checks, those that were adapted too", async () => {
    const { skills } = at();
    const entries = (await skills.list()).skills;
    const odd = entries.find(({ uri }) => uri === "skill://odd-name/SKILL.md");
    expect(odd?.frontmatter).toEqual({
      name: "odd-name",
      description: "Does Odd Name. Use for Odd Name.",
      metadata: { version: "1.10", tags: '["a","b"]' },
    });
    for (const entry of entries) {
      const file = await skills.read(entry);
      expect(file.frontmatter).toEqual(entry.frontmatter);
      for (const { uri } of entry.resources as { uri: string }[])
        expect((await skills.read(entry, uri)).verified).toBe(true);
    }
    const colon = entries.find(({ uri }) => uri === "skill://colon/SKILL.md");
    expect((await skills.read(colon as never)).text).toBe(
      '---\nname: "colon"\ndescription: "Use for: colons"\n---\nBody: *x*\n',
    );
    expect(place.remarks.map(({ code, message }) => `${code} ${message}`)).toEqual([
      "SK910 the skill `colon` is served with changed frontmatter: its YAML was rewritten",
      "SK910 the skill `Odd Name` is served with changed frontmatter: `name` is `odd-name`, the values of `metadata` were converted to text",
    ]);
  });

  test("[MC4] only listed files can be read, as text or as bytes", async () => {
    const { client } = at();
    const read = async (uri: string) => (await client.readResource({ uri })).contents;
    expect(await read("skill://pdf/SKILL.md")).toEqual([
      { uri: "skill://pdf/SKILL.md", mimeType: "text/markdown", text: PDF },
    ]);
    expect(await read("skill://pdf/logo.png")).toEqual([
      { uri: "skill://pdf/logo.png", mimeType: "image/png", blob: Buffer.from(LOGO).toString("base64") },
    ]);
    const none = [
      "pdf/.secret",
      "pdf/out",
      "pdf/nope.md",
      "pdf/%2e%2e/deploy/SKILL.md",
      "off/SKILL.md",
      "pdf",
      "pdf/references",
    ];
    for (const path of none) {
      const { error } = await sent(at(), "resources/read", { uri: `skill://${path}` });
      expect([path, error?.code]).toEqual([path, -32602]);
    }
  });

  test("[MC9] directories give their direct children, anything else −32602", async () => {
    const children = async (uri: string) => {
      const { result } = await sent(at(), "resources/directory/read", { uri });
      const { resources, ...rest } = result as { resources: { name: string; uri: string; mimeType: string }[] };
      expect(rest).toMatchObject(complete);
      return resources.map(({ name, mimeType }) => `${name} ${mimeType}`);
    };
    expect(await children("skill://pdf")).toEqual([
      "pdf text/markdown",
      "in.md text/markdown",
      "inner inode/directory",
      "logo.png image/png",
      "references inode/directory",
    ]);
    expect(await children("skill://pdf/references")).toEqual(["FORMS.md text/markdown", "more inode/directory"]);
    expect(await children("skill://pdf/references/more")).toEqual(["a b%.md text/markdown"]);
    expect(await children("skill://pdf/inner")).toEqual(["inner text/markdown", "tool.py text/x-python"]);
    expect(await children("skill://pdf/")).toEqual(await children("skill://pdf"));
    expect((await sent(at(), "resources/read", { uri: "skill://pdf/SKILL.md/" })).error?.code).toBe(-32602);
    for (const uri of ["skill://pdf/SKILL.md", "skill://pdf/SKILL.md/", "skill://nope", "skill://pdf//", "skill://"])
      expect([uri, (await sent(at(), "resources/directory/read", { uri })).error?.code]).toEqual([uri, -32602]);
    for (const uri of ["skill://pdf/.secret", "skill://pdf/.secret/"])
      expect([uri, (await sent(at(), "resources/directory/read", { uri })).error?.code]).toEqual([uri, -32602]);
  });
});
