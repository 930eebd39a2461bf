import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { imageType } from "../../../src/model/image-type.ts";
import { skill } from "../cli/run.ts";
import { appFor } from "./app-for.ts";
import { makePlace } from "./place.ts";

const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>ran()</script></svg>';
const sidecar = (icon: string): string => `interface:\n  icon_large: ${icon}\n`;

const place = makePlace({
  "~/.agents/skills/png/SKILL.md": skill("png"),
  "~/.agents/skills/png/agents/openai.yaml":
    "interface:\n  icon_large: ./assets/icon.svg\n  icon_small: ./assets/small.svg\n",
  "~/.agents/skills/png/assets/small.svg": SVG,
  "~/.agents/skills/svg/SKILL.md": skill("svg"),
  "~/.agents/skills/svg/agents/openai.yaml": sidecar("a.png"),
  "~/.agents/skills/svg/a.png": SVG,
  "~/.agents/skills/html/SKILL.md": skill("html"),
  "~/.agents/skills/html/agents/openai.yaml": sidecar("a.svg"),
  "~/.agents/skills/html/a.svg": "<!doctype html><script>ran()</script><svg>",
  "~/.agents/skills/big/SKILL.md": skill("big"),
  "~/.agents/skills/big/agents/openai.yaml": sidecar("a.svg"),
  "~/.agents/skills/big/a.svg": `<svg>${" ".repeat(262_144)}</svg>`,
  "~/.agents/skills/out/SKILL.md": skill("out"),
  "~/.agents/skills/out/agents/openai.yaml": sidecar("a.png"),
  "~/.agents/skills/up/SKILL.md": skill("up"),
  "~/.agents/skills/up/agents/openai.yaml": sidecar("../png/assets/icon.svg"),
  "~/.agents/skills/none/SKILL.md": skill("none"),
  "~/.agents/skills/gone/SKILL.md": skill("gone"),
  "~/.agents/skills/gone/agents/openai.yaml": sidecar("a.png"),
  ".agents/skills/mine/SKILL.md": skill("mine"),
  ".agents/skills/mine/agents/openai.yaml": sidecar("a.svg"),
  ".agents/skills/mine/a.svg": SVG,
});
const bytes = (path: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, PNG);
};
bytes(`${place.home}/.agents/skills/png/assets/icon.svg`);
bytes(`${place.directory}/secret.png`);
symlinkSync(`${place.directory}/secret.png`, `${place.home}/.agents/skills/out/a.png`);
const served = await appFor(place.load);

describe("[SV31] the icon of a skill", () => {
  test.each([
    ["/api/skills/png/icon", "image/png", null],
    ["/api/skills/png/icon?size=small", "image/svg+xml", "attachment"],
    ["/api/skills/svg/icon", "image/svg+xml", "attachment"],
  ])("%s is %s, whatever its name says", async (path, type, disposition) => {
    const { status, headers } = await served.get(path);
    expect([status, headers.get("content-type"), headers.get("content-disposition")]).toEqual([200, type, disposition]);
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "content-security-policy": expect.stringMatching(/^default-src 'none';.* sandbox;/),
    });
  });

  test("byte for byte", async () => {
    expect(Buffer.from(await (await served.get("/api/skills/png/icon")).arrayBuffer())).toEqual(PNG);
  });

  test.each([
    ["html", 422, "SK333"],
    ["big", 422, "SK333"],
    ["out", 422, "SK332"],
    ["up", 422, "SK333"],
    ["none", 422, "SK333"],
    ["gone", 422, "SK333"],
    ["mine", 422, "SK501"],
    ["nobody", 404, "SK301"],
    ["png/icon?size=huge&x=", 400, "SK920"],
    ["%2Fetc%2Fpasswd", 403, "SK922"],
  ])("%s → %i %s", async (name, status, code) => {
    const response = await served.get(name.includes("?") ? `/api/skills/${name}` : `/api/skills/${name}/icon`);
    expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
      status,
      code,
    ]);
    expect(response.headers.get("content-type")).toBe("application/json");
  });

  test("not for another page", async () => {
    expect((await served.get("/api/skills/png/icon", { "sec-fetch-site": "cross-site" })).status).toBe(403);
  });
});

describe("[SV31] what bytes are", () => {
  test.each([
    [PNG, "image/png"],
    [Buffer.from("ffd8ffe0", "hex"), "image/jpeg"],
    [Buffer.from("RIFF\0\0\0\0WEBPVP8 "), "image/webp"],
    [Buffer.from("RIFF\0\0\0\0WAVE"), undefined],
    [Buffer.from("GIF89a"), undefined],
    [Buffer.from(SVG), "image/svg+xml"],
    [Buffer.from(`\uFEFF<?xml version="1.0"?>\n<!-- a --><!DOCTYPE svg>\n<svg/>`), "image/svg+xml"],
    [Buffer.from("<svgx>"), undefined],
    [Buffer.from(`<!-- ${"a".repeat(5000)} --><svg>`), undefined],
    [Buffer.from("<html><svg></svg></html>"), undefined],
    [Buffer.from("<?xml?><html xmlns='http://www.w3.org/1999/xhtml'><script/></html>"), undefined],
    [Buffer.alloc(0), undefined],
  ])("%s is %s", (given, type) => {
    expect(imageType(given)).toBe(type);
  });

  test("every request has an answer, and a file that is not an image has none", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (given) => {
        const type = imageType(given);
        if (type === "image/svg+xml") expect(Buffer.from(given).toString()).toContain("<svg");
        else expect([undefined, "image/png", "image/jpeg", "image/webp"]).toContain(type);
      }),
      { numRuns: 200 },
    );
  });
});
