import { systemCode } from "../../../model/errors.ts";
import { readCodexPolicy } from "../../dialects/codex/codex-metadata.ts";
import type { Habit, Machine, ViewEntry } from "../host-view.ts";
import { listDirectory } from "../steps/walked-directory.ts";

/**
 * Applies `agents/openai.yaml`: a skill for other products is skipped silently, and a skill may be hidden from the
 * model.
 */
export const codexProducts: Habit = {
  entries: (entries, _profile, machine) =>
    entries.map((entry) => {
      const policy = entry.outcome === "visible" ? policyOf(entry, machine) : undefined;
      if (policy === undefined) return entry;
      if (policy.products.length > 0 && !policy.products.includes("codex")) return passedOver(entry);
      return policy.implicit === false ? { ...entry, shown: "not", remarks: [...entry.remarks, EXPLICIT] } : entry;
    }),
};

const EXPLICIT = {
  code: "SK722",
  text: "`policy.allow_implicit_invocation: false` in its `agents/openai.yaml` hides it from the model",
} as const;

function passedOver(entry: ViewEntry): ViewEntry {
  const because = {
    code: "SK737",
    text: "`policy.products` in its `agents/openai.yaml` does not name `codex`",
  } as const;
  return { ...entry, outcome: "rejected", shown: "not", because };
}

const MAX_BYTES = 1_048_576;

function policyOf({ directory }: ViewEntry, { files }: Machine): ReturnType<typeof readCodexPolicy> | undefined {
  // Looks for `agents` in the listing, because the listing is cached. A check of the file would be slower.
  const { directories, links } = listDirectory(directory, files);
  if (!directories.includes("agents") && !links.includes("agents")) return undefined;
  const path = `${directory}/agents/openai.yaml`;
  try {
    return files.exists(path) ? readCodexPolicy(files.readFile(path, MAX_BYTES)) : undefined;
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}
