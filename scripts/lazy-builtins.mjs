// A plugin for the build: of Node's own modules, the large ones are loaded when a chunk first uses them. A chunk has the code of many
// commands, and `node:crypto` alone takes five milliseconds, a quarter of what Node needs to start.

/** Small ones, or those that Node has loaded by itself before our code begins. */
const READY = ["buffer", "fs", "module", "os", "path", "process", "util", "vm"];

export const lazyBuiltins = {
  name: "lazy-builtins",
  renderChunk(code) {
    let rest = code;
    for (const [line, name, id] of code.matchAll(/^let (node_\w+) = require\("node:([\w/]+)"\);$/gm)) {
      const uses = new RegExp(`\\b${name}\\b(?!\\.)`, "g");
      // The declaration is one use without a property; any other, such as a conversion to a namespace, needs the module itself.
      if (READY.includes(id) || rest.match(uses)?.length !== 1) continue;
      const loaded = `let ${name}$, ${name} = () => (${name}$ ??= require("node:${id}"));`;
      // `new a().B()` would call what `a` constructs, and `new (a()).B()` constructs a `B`.
      const read = new RegExp(`\\b(new )?${name}\\.`, "g");
      rest = rest.replace(line, "").replaceAll(read, (_, made) => (made ? `new (${name}()).` : `${name}().`));
      rest = `${loaded}\n${rest}`;
    }
    return rest;
  },
};
