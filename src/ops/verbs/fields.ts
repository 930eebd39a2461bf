/** Input fields that several verbs share. They have the same meaning everywhere. */
import { flag, integer, object, optional, text, textList, withCliForm } from "../../model/schema.ts";

/** On the command line, this field is the global option `--host`. */
export const host = optional(text("show the skills as this host sees them"));
export const skill = withCliForm(text("the name of a skill, `name@scope`, an id or a path"), { value: "NAME|PATH" });
export const hosts = optional(
  withCliForm(textList("show these hosts; `all` for every verified host, `every` for all known hosts"), {
    commas: true,
    completes: "hosts",
  }),
);
export const agentSkills = optional(
  withCliForm(textList("use only these skills: names or patterns, as in an agent's `skills`"), { commas: true }),
);
export const workingFiles = optional(
  withCliForm(textList("files that the user is working on, for skills with `paths`"), { commas: true }),
);
export const window = optional(integer("the model's context window in tokens", 1));
export const offline = optional(flag("use no network, and only skills that are already in the store"));
export const paths = optional(
  withCliForm(textList("skill files or directories (default: the project's own directories)"), { value: "PATH" }),
);
export const allowEmpty = optional(flag("do not fail if a PATH has no skill"));

/** The reason why HTTP lacks options that only affect how a result is printed or judged. */
export const CALLER_DECIDES_REASON = "the caller receives the whole answer and decides what to print";

/** Input fields with which the caller approves a plan. */
export const approvalFields = {
  yes: optional(
    withCliForm(flag("do not ask for approval; has no effect on skills that need a review"), { short: "y" }),
  ),
  accept: optional(
    withCliForm(textList("install the skill with this digest despite its findings; repeatable"), { value: "DIGEST" }),
  ),
  dryRun: optional(flag("show the changes, and make none")),
};
export const acceptHost = optional(
  withCliForm(
    textList("allow connections to this host if the lock names it, even to a host in your network; repeatable"),
    {
      value: "HOST[=ADDRESS]",
    },
  ),
);
/** The reason why HTTP does not have operations that apply a plan. */
export const USE_PLANS_REASON = "`POST /api/plans` makes the plan, and `POST /api/plans/{plan}/apply` applies it";
/** The reason why HTTP cannot accept hosts for downloads. */
export const USER_ACCEPTS_HOSTS_REASON = "only the user can accept a host, on the command line";

/** Input of `enable` and `disable`. */
export const switchInput = object({
  skill: withCliForm(text("the name of a skill, `name@scope`, an id, a path, or a pattern"), {
    value: "NAME|PATH|PATTERN",
  }),
  project: optional(flag("edit this project's configuration instead of your own")),
});
