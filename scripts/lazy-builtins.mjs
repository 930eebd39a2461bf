// A build plugin: Node's own large modules are loaded when a chunk first uses them. A chunk has the code of many
// commands, and `node:crypto` alone takes five milliseconds, a quarter of Node's start.

/** Modules that are always loaded directly: small modules, and modules that Node loads before our code starts. */
const READY = ["buffer", "fs", "module", "os", "path", "process", "util", "vm"];

export const lazyBuiltins = {
  name: "lazy-builtins",
  renderChunk(code) {
    let rest = code;
    for (const [line, name, id] of code.matchAll(/^let (node_\w+) = require\("node:([\w/]+)"\);$/gm)) {
      const uses = new RegExp(`\\b${name}\\b(?!\\.)`, "g");
      // The declaration of the variable is one use without a property. If there is another one, code needs the whole
      // module.
      if (READY.includes(id) || rest.match(uses)?.length !== 1) continue;
      const loaded = `let ${name}$, ${name} = () => (${name}$ ??= require("node:${id}"));`;
      // `new a().B()` would call the result of `new a()`. `new (a()).B()` constructs a `B`.
      const read = new RegExp(`\\b(new )?${name}\\.`, "g");
      rest = rest.replace(line, "").replaceAll(read, (_, made) => (made ? `new (${name}()).` : `${name}().`));
      rest = `${loaded}\n${rest}`;
    }
    return rest;
  },
};
