import { expect, test } from "vitest";
import { mimeTypeOf } from "../../../src/surfaces/mcp/mime-types.ts";

test.each([
  ["text/markdown", ["SKILL.md", "a.MARKDOWN"]],
  ["text/plain", ["a.txt"]],
  ["text/csv", ["a.csv"]],
  ["text/html", ["a.html"]],
  ["text/css", ["a.css"]],
  ["application/xml", ["a.xml"]],
  ["application/json", ["a.json", "a.min.json"]],
  ["application/yaml", ["a.yaml", "a.yml"]],
  ["application/toml", ["a.toml"]],
  ["text/x-python", ["scripts/a.py"]],
  ["application/x-sh", ["a.sh", "a.bash"]],
  ["text/javascript", ["a.js", "a.mjs"]],
  ["text/typescript", ["a.ts"]],
  ["image/svg+xml", ["a.svg"]],
  ["image/png", ["a.png"]],
  ["image/jpeg", ["a.jpg", "a.jpeg"]],
  ["image/gif", ["a.gif"]],
  ["image/webp", ["a.webp"]],
  ["application/pdf", ["a.pdf"]],
  ["application/zip", ["a.zip"]],
  ["application/octet-stream", ["LICENSE", "a.md.bak", "md", "a.", "a.constructor", "a.__proto__"]],
])("[MC4] %s: %j", (type, paths) => {
  expect(paths.map(mimeTypeOf)).toEqual(paths.map(() => type));
});
