import type { Remark, ViewEntry } from "../host-view.ts";

const OFF: Remark = { code: "SK738", text: "the host's own settings switch it off" };

/** Loaded, but not put before the model. */
export function switchedOff(entry: ViewEntry): ViewEntry {
  if (entry.outcome !== "visible") return entry;
  return { ...entry, shown: "not", remarks: [...entry.remarks, OFF] };
}

/** Not even loaded. */
export function leftOut(entry: ViewEntry): ViewEntry {
  return { ...entry, outcome: "rejected", shown: "not", because: OFF };
}
