/** Checks the environment variables of a skill's command. */
import { expect, test } from "vitest";
import type { Environment } from "../../../src/platform/environment.ts";
import { scriptEnvironment } from "../../../src/run/environment/script-environment.ts";

const USERS = {
  ...{ LANG: "de", LC_ALL: "C", LC_CTYPE: "x", TZ: "UTC", HOME: "/home/u", GH_TOKEN: "t", OPEN: "yes" },
  ...{ SystemRoot: "C:\\W", SystemDrive: "C:", COMSPEC: "cmd", PATHEXT: ".EXE" },
};

function clean(platform: Environment["platform"], path: string | undefined): Record<string, string> {
  const variables = { ...USERS, ...(path === undefined ? {} : { PATH: path }) };
  const environment = { cwd: "/", home: "/home/u", platform, variables };
  return scriptEnvironment(environment, { environment: ["OPEN", "NONE"] }, "/project", {
    LANG: "own",
    SKILL_DIR: "/s",
  });
}

const SHARED = { TERM: "dumb", LANG: "own", LC_ALL: "C", LC_CTYPE: "x", TZ: "UTC", OPEN: "yes", SKILL_DIR: "/s" };

test("[F2] a command gets language and time, what the policy names, and its own variables last", () => {
  expect(clean("linux", undefined)).toEqual(SHARED);
});

test("[F2] its PATH has the absolute directories outside of the project", () => {
  expect(clean("linux", "/usr/bin:bin::.:/project:/project/bin:/projects/bin")).toEqual({
    ...SHARED,
    PATH: "/usr/bin:/projects/bin",
  });
  expect(clean("linux", "bin:/project")).toEqual(SHARED);
});

test("[F2] on Windows it also gets what every program needs to start", () => {
  const { SystemRoot, SystemDrive, COMSPEC, PATHEXT } = USERS;
  const own = { ...SHARED, SystemRoot, SystemDrive, COMSPEC, PATHEXT };
  expect(clean("win32", "C:\\bin;bin;D:\\bin")).toEqual({ ...own, PATH: "C:\\bin;D:\\bin" });
});
