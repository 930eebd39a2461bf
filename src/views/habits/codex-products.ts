import type { Habit, Machine, ViewEntry } from "../host-view.ts";
import { readText } from "./read-settings.ts";

/** A skill whose `agents/openai.yaml` is for other products only is passed over without a word. */
export const codexProducts: Habit = {
  entries: (entries, _profile, machine) =>
    entries.map((entry) => (isForOthers(entry, machine) ? passedOver(entry) : entry)),
};

function passedOver(entry: ViewEntry): ViewEntry {
  const because = {
    code: "SK737",
    text: "`policy.products` in its `agents/openai.yaml` does not name `codex`",
  } as const;
  return { ...entry, outcome: "rejected", shown: "not", because };
}

const POLICY = /^policy:[ \t]*\r?\n((?:[ \t]+.*(?:\r?\n|$)|[ \t]*\r?\n)+)/m;
const PRODUCTS = /^[ \t]+products:[ \t]*(?:\[([^\]]*)\]|\r?\n((?:[ \t]*-[ \t].*(?:\r?\n|$))+))/m;

function isForOthers({ outcome, directory }: ViewEntry, { files }: Machine): boolean {
  if (outcome !== "visible") return false;
  const text = readText(`${directory}/agents/openai.yaml`, files);
  const [, flow, block] = PRODUCTS.exec(POLICY.exec(text ?? "")?.[1] ?? "") ?? [];
  const names = (flow?.split(",") ?? block?.split("\n").map((line) => line.replace(/^[ \t]*-/, "")) ?? [])
    .map((name) =>
      name
        .replace(/#.*/, "")
        .trim()
        .replace(/^(["'])(.*)\1$/, "$2"),
    )
    .filter((name) => name !== "");
  if (names.length === 0 || names.some((name) => !PRODUCT_NAMES.test(name))) return false;
  return !names.some((name) => /^codex$/i.test(name));
}

/** Any other word makes Codex ignore the file. */
const PRODUCT_NAMES = /^(?:chatgpt|codex|atlas|CHATGPT|CODEX|ATLAS)$/;
