// A build plugin: the official MCP packages for clients and for servers each contain the same two sets of message
// schemas, a third of their code. Both get the copy of the client from a module of its own.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const OWN = "mcp-schemas:";
const PACKAGE = /[\\/]@modelcontextprotocol[\\/](?:client|server)[\\/]dist[\\/]src-[^\\/]+\.mjs$/;
/** The revisions of the protocol, each with its region in the bundle of a package. It needs only imported names. */
const REGION = /^\/\/#region \S+\/wire\/rev[\d-]+\/buildSchemas\.ts\n(.*?)^\/\/#endregion\n/gms;
const BUILDER = /^function (buildSchemas\d+)\(\)/m;

export const shareMcpSchemas = {
  name: "share-mcp-schemas",
  resolveId: (id) => (id.startsWith(OWN) ? `\0${id}` : undefined),
  load: (id) => (id.startsWith(`\0${OWN}`) ? regions(readClient()).get(id.slice(OWN.length + 1)) : undefined),
  transform(code, id) {
    if (!PACKAGE.test(id)) return undefined;
    const shared = regions(readClient());
    const own = regions(code);
    if (own.size !== 2 || [...own].some(([name, text]) => text !== shared.get(name)))
      throw new Error(`${id} has other schemas than the MCP client; give both packages the same version`);
    const imports = [...own.keys()].map((name) => `import { ${name} } from "${OWN}${name}";\n`);
    return imports.join("") + code.replaceAll(REGION, "");
  },
};

/** Returns the text of a module for each builder of schemas. */
function regions(code) {
  // The bundler leaves out the imports that a region does not use.
  const imports = code.match(/^import .* from "(?!\.).*";$/gm).join("\n");
  return new Map(
    [...code.matchAll(REGION)].map(([, text]) => {
      const [, name] = BUILDER.exec(text);
      return [name, `${imports}\n${text}\nexport { ${name} };\n`];
    }),
  );
}

function readClient() {
  const entry = fileURLToPath(import.meta.resolve("@modelcontextprotocol/client"));
  const [, file] = /from "\.\/(src-[^"]+\.mjs)"/.exec(readFileSync(entry, "utf8"));
  return readFileSync(fileURLToPath(new URL(file, import.meta.resolve("@modelcontextprotocol/client"))), "utf8");
}
