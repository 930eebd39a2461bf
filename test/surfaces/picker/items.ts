import type { PickItem } from "../../../src/surfaces/picker/item.ts";

export function item(name: string, more: Partial<PickItem> = {}): PickItem {
  return {
    id: `user:${name}`,
    name,
    description: `Does ${name} work.`,
    scope: "user",
    path: `/home/me/.agents/skills/${name}/SKILL.md`,
    state: "loaded",
    warnings: () => [],
    preview: () => `# ${name}\n\nDo it.\n`,
    ...more,
  };
}
