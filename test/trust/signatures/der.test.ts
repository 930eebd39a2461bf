import { expect, test } from "vitest";
import { readElements, readExtensions } from "../../../src/trust/signatures/oms/der.ts";

const NULL = Buffer.from([5, 0]);

function element(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, content.length]), content]);
}

/** Returns a certificate with only one extension, which has this object identifier. */
function certificate(id: readonly number[]): Buffer {
  return certificateWith(element(0x30, element(0x06, Buffer.from(id)), element(0x04, NULL)));
}

function certificateWith(extension: Buffer): Buffer {
  return element(0x30, element(0x30, element(0xa3, element(0x30, extension))));
}

test.each([
  ["a tag without a length", [5]],
  ["a tag of several bytes", [0x1f, 0]],
  ["a length that is not known in advance", [0x30, 0x80, 0, 0]],
  ["a length of five bytes", [5, 0x85, 0, 0, 0, 0, 0]],
  ["a length that is cut off", [5, 0x82, 0]],
  ["a length beyond the end", [5, 1]],
])("[J8] %s is not read", (_, bytes) => {
  expect([readElements(Buffer.from(bytes)), readElements(Buffer.from([...NULL, ...bytes]))]).toEqual([
    undefined,
    undefined,
  ]);
});

test("[J8] at most a thousand elements are read", () => {
  const read = (count: number): number | undefined => readElements(Buffer.concat(Array(count).fill(NULL)))?.length;
  expect([read(0), read(1000), read(1001)]).toEqual([0, 1000, undefined]);
});

test.each([
  ["of two bytes", [0x55, 0x1d], "2.5.29"],
  ["with a number of two bytes", [0x2a, 0x86, 0x48], "1.2.840"],
  ["without bytes, which belongs to no owner", [], "0.0"],
])("[J8] an object identifier %s", (_, bytes, id) => {
  expect(readExtensions(certificate(bytes))).toEqual([{ id, critical: false, value: NULL }]);
});

test.each([
  ["that is not a sequence", NULL],
  ["without an object identifier", element(0x30, element(0x04, NULL))],
  ["without a value", element(0x30, element(0x06, Buffer.from([0x55])))],
])("[J8] an extension %s is not read, and neither are the others", (_, extension) => {
  expect(readExtensions(certificateWith(extension))).toBeUndefined();
});
