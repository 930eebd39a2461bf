import { InputError } from "../../model/errors.ts";
import { type Infer, object, optional, text, withCliForm } from "../../model/schema.ts";
import { hideSecrets } from "../../model/text/display/without-secrets.ts";
import { diagnosticJson, SCHEMA } from "../answers/answer.ts";
import type { Published } from "../install/publish-skills.ts";
import { type OperationContext, operation, verb } from "../operation.ts";

const NO_KEYS = "keys are outside of the project, and a request must not name such a file";

const toPublish = object({
  from: withCliForm(text("a skill or a directory of skills"), { value: "DIR" }),
  to: withCliForm(text("the directory that will be served, or `oci://registry/name:tag`"), { value: "DIR|oci://…" }),
  sign: optional(
    withCliForm(text("sign each skill with this private SSH key; for a key in your SSH agent, name its public key"), {
      value: "KEY",
    }),
  ),
});

export const publish = verb({
  name: "publish",
  group: "Manage",
  summary: "Publish skills as a registry that any web server can serve",
  about:
    "Makes a registry of the skills in a directory: an index with digests at .well-known/agent-skills/index.json, and an archive for\neach skill, named after its digest. Upload the result to any web server or object store; `skillwright add URL` installs from\nthere. The same skills always give the same bytes. With oci://registry/name:tag, it sends the skills to an OCI registry instead,\nwith the credentials of `docker login`; several skills become one collection.",
  examples: [
    ["skillwright publish ./skills --to ./site", "write the registry into ./site, for any web server"],
    ["skillwright publish ./skills --to ./site --sign ~/.ssh/id_ed25519", "sign each skill"],
    [
      "skillwright publish ./skills/pdf --to oci://registry.example.com/skills/pdf:1.0",
      "send a skill to an OCI registry",
    ],
  ],
  completes: "files",
  operations: {
    publish: operation({
      summary: "Publish skills as a registry that any web server can serve",
      input: toPublish,
      output: "PublishResult",
      effects: ["write", "network"],
      note: "uses the network only for `oci://`",
      cli: { arguments: ["from"] },
      http: { path: "/api/publish", id: "publish", heavy: true, omits: { sign: NO_KEYS } },
      run: (input, context) => published(input, false, context),
      answer: publishAnswer,
    }),
    plan: operation({
      summary: "Check and pack the skills, and write nothing",
      input: toPublish,
      output: "PublishResult",
      effects: ["read"],
      cli: { flags: ["dry-run"], arguments: ["from"] },
      http: { path: "/api/publish", id: "planPublishing", heavy: true, omits: { sign: NO_KEYS } },
      run: (input, context) => published(input, true, context),
      answer: publishAnswer,
    }),
  },
});

function publishAnswer({ to, skills, files, diagnostics }: Published): object {
  return { schema: SCHEMA, to, skills, files, diagnostics: diagnostics.map(diagnosticJson) };
}

async function published(
  { from, to, sign: key }: Infer<typeof toPublish>,
  dryRun: boolean,
  context: OperationContext,
): Promise<Published> {
  const isSent = to.startsWith("oci://");
  if (!isSent && /^[a-z][a-z0-9+.-]*:\/\//i.test(to))
    throw new InputError(`cannot publish to \`${hideSecrets(to)}\``, "use a directory, and serve it, or `oci://…`");
  const [source = from, target = to] = await context.pathsNamed(isSent ? [from] : [from, to]);
  const { environment, cwd } = context.load;
  const { publishSkills } = await import("../install/publish-skills.ts");
  return publishSkills(
    { from: source, to: target, dryRun, ...(key === undefined ? {} : { key }) },
    { ...(cwd === undefined ? {} : { cwd }), ...(environment ? { environment } : {}) },
  );
}
