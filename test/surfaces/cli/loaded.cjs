// This file is loaded into a command before the command's own code. It writes to descriptor 3 which of our files and of
// Node's modules the command loads.
const before = new Set(process.moduleLoadList);
process.on("exit", () => {
  const { basename, dirname } = require("node:path");
  const own = Object.keys(require.cache)
    .filter((path) => basename(path) !== "loaded.cjs")
    .map((path) => (basename(dirname(path)) === "chunks" ? `chunks/${basename(path)}` : basename(path)));
  const node = process.moduleLoadList
    .filter((name) => name.startsWith("NativeModule ") && !name.includes("internal/") && !before.has(name))
    .map((name) => name.slice("NativeModule ".length));
  require("node:fs").writeSync(3, JSON.stringify({ own, node }));
});
