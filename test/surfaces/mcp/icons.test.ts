/** Display names and icons for clients: the sidecar's icon is used only if it is harmless. */
import { expect, test } from "vitest";
import { connect, type Era } from "./connect.ts";
import { machine, skillFile, type Tree } from "./machine.ts";

const png = (width: number, more = 0): Uint8Array => {
  const head = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(24, 4);
  return Buffer.concat([head, size, Buffer.alloc(more)]);
};
const JPEG = Buffer.from("ffd8ffe000104a464946", "hex");

const ROWS: readonly (readonly [string, string, string | Uint8Array, object[] | undefined])[] = [
  ["png", "assets/i.png", png(48), [{ src: address("image/png", png(48)), mimeType: "image/png", sizes: ["48x24"] }]],
  ["jpeg", "./i.jpg", JPEG, [{ src: address("image/jpeg", JPEG), mimeType: "image/jpeg" }]],
  ["misnamed", "i.png", JPEG, [{ src: address("image/jpeg", JPEG), mimeType: "image/jpeg" }]],
  ["svg", "i.svg", "<svg onload='alert(1)'/>", undefined],
  ["svg-as-png", "i.png", "<svg onload='alert(1)'/>", undefined],
  ["short", "i.png", png(48).subarray(0, 12), undefined],
  ["large", "i.png", png(48, 40_000), undefined],
  ["missing", "j.png", png(48), undefined],
  ["outside", "../png/assets/i.png", png(48), undefined],
  ["elsewhere", "https://example.com/i.png", png(48), undefined],
  ["linked", "l.png", png(48), undefined],
];

function address(type: string, bytes: Uint8Array): string {
  return `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
}

const files: Tree = Object.fromEntries(
  ROWS.flatMap(([name, path, bytes]) => {
    const at = `.skillwright/skills/${name}`;
    const own = name === "png" ? path : `i${/\.\w+$/.exec(path)?.[0]}`;
    return [
      [`${at}/SKILL.md`, skillFile(name)],
      [`${at}/agents/openai.yaml`, `interface:\n  display_name: The ${name}\n  icon_small: ${path}\n`],
      [`${at}/${own}`, bytes],
      ...(name === "linked" ? [[`${at}/l.png->`, "/etc/hostname"]] : []),
    ];
  }),
);

test.each(["2025-11-25", "2026-07-28"] as const)("[MC14] on %s prompts and resources have them", async (era: Era) => {
  const place = await machine(files);
  const { client, close } = await connect(place.open, { era });
  const looks = (all: readonly { name: string; title?: string | undefined; icons?: object[] | undefined }[]) =>
    Object.fromEntries(all.map(({ name, title, icons }) => [name, [title, icons]]));
  const expected = Object.fromEntries(ROWS.map(([name, , , icons]) => [name, [`The ${name}`, icons]]));
  expect(looks((await client.listPrompts()).prompts)).toEqual(expected);
  expect(looks((await client.listResources()).resources)).toEqual(expected);
  await close();
  place.remove();
});

test("[MC14] one answer has so many of them, and the skills all the same", async () => {
  const many: Tree = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => `s${String(at).padStart(2, "0")}`).flatMap((name) => [
      [`.skillwright/skills/${name}/SKILL.md`, skillFile(name)],
      [`.skillwright/skills/${name}/agents/openai.yaml`, "interface:\n  icon_large: i.png\n"],
      [`.skillwright/skills/${name}/i.png`, png(48, 32_000)],
    ]),
  );
  const place = await machine(many);
  const { client, close } = await connect(place.open);
  const { prompts } = await client.listPrompts();
  expect([prompts.length, prompts.filter(({ icons }) => icons).length]).toEqual([20, 16]);
  await close();
  place.remove();
});
