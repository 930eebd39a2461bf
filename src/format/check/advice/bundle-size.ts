import { diagnostic } from "../../../model/diagnostics/make-diagnostic.ts";
import { MAX_RESOURCES } from "../../../platform/files/list-resources.ts";
import type { Advice } from "../advice.ts";

/** Reports that only the first files of a large bundle were checked. */
export const bundleSize: Advice = ({ skill, bundle }) => {
  if (bundle.length < MAX_RESOURCES) return [];
  return [
    diagnostic("SK020", {
      path: skill.directory,
      message: `the skill has ${bundle.length} files or more; only some of them were checked`,
      help: "a skill is a small directory; keep data and dependencies elsewhere",
    }),
  ];
};
