// The entry points of the package: a name in `exports` of package.json, and its file in src/.
export const ENTRY_POINTS = {
  index: "api/index.ts",
  hosts: "api/hosts.ts",
  install: "api/install.ts",
  seeds: "api/seeds.ts",
  agent: "api/agent.ts",
  testing: "api/testing.ts",
  // The adapters, which never import their framework.
  "ai-sdk": "surfaces/adapters/ai-sdk.ts",
  openai: "surfaces/adapters/openai.ts",
  anthropic: "surfaces/adapters/anthropic.ts",
  langchain: "surfaces/adapters/langchain.ts",
  mcp: "surfaces/adapters/mcp.ts",
};
