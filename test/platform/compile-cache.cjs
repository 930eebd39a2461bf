// Loaded into a command before anything else: a Node that did not build the package, and prints where it would keep compiled code.
const { Module } = require("node:module");
Object.defineProperty(process, "versions", { value: { ...process.versions, v8: "0" } });
Module.enableCompileCache = (directory) => process.stderr.write(`${directory}\n`);
