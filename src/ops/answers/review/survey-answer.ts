import { describeServer, type ProjectServerView } from "../../../catalog/servers/project-servers.ts";
import type { ProjectSurvey } from "../../trust/survey-project.ts";
import { SCHEMA } from "../answer.ts";

/**
 * Returns the list of `trust` for another program. Each server is described line by line, as `trust` prints it. Without
 * `values`, the values of variables and headers are left out, because they may be secrets.
 */
export function surveyAnswer(
  { servers, digest, settings, sets, policy, ...survey }: ProjectSurvey,
  { values }: { readonly values: boolean },
): object {
  return {
    schema: SCHEMA,
    ...survey,
    ...(settings === undefined ? {} : { settingsFile: settings }),
    settings: sets,
    ...(policy === undefined ? {} : { policyFile: policy }),
    servers: servers.map((view) => {
      const { name, path, state } = view;
      return { name, path, state, lines: describeServer(values ? view : withoutValues(view)).slice(1) };
    }),
    approval: digest,
  };
}

function withoutValues({ setting, ...view }: ProjectServerView): ProjectServerView {
  const { env, headers, ...rest } = setting;
  const named = (map: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.keys(map).map((key) => [key, "…"]));
  return {
    ...view,
    setting: { ...rest, ...(env ? { env: named(env) } : {}), ...(headers ? { headers: named(headers) } : {}) },
  };
}
