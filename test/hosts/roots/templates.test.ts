/** Expands the root templates of a profile on a machine. */
import { describe, expect, test } from "vitest";
import { expandTemplates } from "../../../src/hosts/roots/templates.ts";
import { openMachine } from "../../../src/hosts/views/machine.ts";
import { viewRoots } from "../../../src/hosts/views/steps/view-roots.ts";
import type { HostProfile, RootTemplate } from "../../../src/model/host-profile.ts";
import type { Environment } from "../../../src/platform/environment.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import { PROFILE } from "../views/fake.ts";

type Tree = Parameters<typeof memoryFiles>[0];

interface Where {
  readonly cwd?: string;
  readonly projectRoot?: string;
  readonly added?: readonly string[];
  readonly tree?: Tree;
  readonly environment?: Partial<Environment>;
  readonly profile?: Partial<HostProfile>;
}

function expand(templates: readonly (string | Omit<RootTemplate, "scope">)[], where: Where = {}): string[] {
  const { cwd = "/home/me/p/a/b", projectRoot = "/home/me/p", added = [], tree = {}, environment, profile } = where;
  const roots = templates.map(
    (each): RootTemplate => ({
      scope: "repo",
      ...(typeof each === "string" ? { path: each } : each),
    }),
  );
  const place = {
    environment: { cwd, home: "/home/me", platform: "linux", variables: {}, ...environment } as Environment,
    files: memoryFiles({ [cwd]: "directory", ...tree }),
    cwd,
    projectRoot,
    added,
  };
  return expandTemplates({ ...PROFILE, ...profile, roots }, place).map(
    ({ path, namespace }) => path + (namespace === "" ? "" : ` ${namespace}`),
  );
}

const REPOSITORY: Tree = {
  "/home/me/p/.git/HEAD": "ref",
  "/home/me/p/.git/objects": "directory",
  "/home/me/p/.git/refs": "directory",
};

describe("[V2] where a template is looked for", () => {
  test.each<[string, readonly (string | Omit<RootTemplate, "scope">)[], Where, string[]]>([
    ["{project}, nearest first", ["{project}/s"], {}, ["/home/me/p/a/b/s", "/home/me/p/a/s", "/home/me/p/s"]],
    [
      "{project}, topmost first",
      ["{project}/s"],
      { profile: { walkUp: "root-first" } },
      ["/home/me/p/s", "/home/me/p/a/s", "/home/me/p/a/b/s"],
    ],
    [
      "two of them, directory by directory",
      ["{project}/s", "{project}/t"],
      { cwd: "/home/me/p/a" },
      ["/home/me/p/a/s", "/home/me/p/a/t", "/home/me/p/s", "/home/me/p/t"],
    ],
    [
      "two of them, each with all of its directories",
      ["{project}/s", "{project}/t"],
      { cwd: "/home/me/p/a", profile: { walkUp: "each-nearest-first" } },
      ["/home/me/p/a/s", "/home/me/p/s", "/home/me/p/a/t", "/home/me/p/t"],
    ],
    [
      "two that walk differently, one after the other",
      ["{project}/s", { path: "{project}/t", walkUp: "root-first" }],
      { cwd: "/home/me/p/a" },
      ["/home/me/p/a/s", "/home/me/p/s", "/home/me/p/t", "/home/me/p/a/t"],
    ],
    ["{cwd}", ["{cwd}/s"], {}, ["/home/me/p/a/b/s"]],
    ["{root}", ["{root}/s"], {}, ["/home/me/p/s"]],
    ["home", ["~/s"], {}, ["/home/me/s"]],
    ["as it says", ["/etc/s"], {}, ["/etc/s"]],
    ["{added}", ["{added}/s"], { added: ["/x", "/y"] }, ["/x/s", "/y/s"]],
    ["{added}, nothing", ["{added}/s"], {}, []],
    [
      "Skillwright's own",
      ["{config}/s", "{data}/s", "{admin}/s"],
      {},
      ["/home/me/.config/skillwright/s", "/home/me/.local/share/skillwright/s", "/etc/skillwright/s"],
    ],
    [
      "{below}: anywhere below but here, no hidden directories, no dependencies",
      ["{below}/.c/s"],
      {
        cwd: "/w",
        tree: {
          "/w/.c/s": "directory",
          "/w/x/.c/s": "directory",
          "/w/x/y/.c/s": "directory",
          "/w/z/.c": "directory",
          "/w/node_modules/n/.c/s": "directory",
          "/w/.h/n/.c/s": "directory",
        },
      },
      ["/w/x/.c/s", "/w/x/y/.c/s"],
    ],
  ])("%s", (_, templates, where, expected) => {
    expect(expand(templates, where)).toEqual(expected);
  });

  test("without a marker the walk ends at the working directory, or at the top", () => {
    const where = { cwd: "/w/a", projectRoot: "/w/a" };
    expect(expand(["{project}/s"], where)).toEqual(["/w/a/s"]);
    expect(expand(["{project}/s"], { ...where, profile: { unmarked: "top" } })).toEqual(["/w/a/s", "/w/s", "/s"]);
  });

  test("it may end before the home directory", () => {
    const top = { cwd: "/home/me/x", projectRoot: "/home/me/x", profile: { unmarked: "top", homeEnds: true } } as const;
    expect(expand(["{project}/s"], top)).toEqual(["/home/me/x/s"]);
    expect(expand(["{project}/s"], { ...top, cwd: "/home/me", projectRoot: "/home/me" })).toEqual([]);
    expect(expand(["{project}/s"], { ...top, cwd: "/o", projectRoot: "/o" })).toEqual(["/o/s", "/s"]);
  });

  test("[V2] a profile says what makes a directory the top of a repository", () => {
    const roots: RootTemplate[] = [{ scope: "repo", path: "{root}/s" }];
    const asked = (repository: "head" | "full" | undefined, tree: Tree): string | undefined => {
      const profile: HostProfile = { ...PROFILE, roots, projectMarkers: [".git"], ...(repository && { repository }) };
      const environment = { cwd: "/p/a", home: "/home/me", platform: "linux", variables: {} } as const;
      const files = memoryFiles({ "/p/a": "directory", ...tree });
      return viewRoots(profile, openMachine({ environment, files, cwd: "/p/a", extra: [] }))[0]?.path;
    };
    const head: Tree = { "/p/.git/HEAD": "ref: refs/heads/main\n" };
    const full: Tree = { ...head, "/p/.git/objects": "directory", "/p/.git/refs": "directory" };
    expect(asked(undefined, { "/p/.git": "directory" })).toBe("/p/s");
    expect([asked("head", { "/p/.git": "directory" }), asked("head", head)]).toEqual(["/p/a/s", "/p/s"]);
    expect([asked("full", head), asked("full", full)]).toEqual(["/p/a/s", "/p/s"]);
  });

  test("a `.git` may have to be a repository: with a HEAD, or with all of it", () => {
    const asked = (realRepository: "head" | "full", tree: Tree): number =>
      expand([{ path: "{project}/s", realRepository }], { tree }).length;
    const empty: Tree = { "/home/me/p/.git": "directory" };
    const head: Tree = { "/home/me/p/.git/HEAD": "ref" };
    expect([asked("head", empty), asked("head", head), asked("head", REPOSITORY)]).toEqual([1, 3, 3]);
    expect([asked("full", empty), asked("full", head), asked("full", REPOSITORY)]).toEqual([1, 1, 3]);
    expect(asked("full", { "/home/me/p/.git": "gitdir: elsewhere" })).toBe(3);
  });

  test("a directory that two templates name is searched once, and the user's own is never the project's", () => {
    const environment = { cwd: "/home/me/p", home: "/home/me", platform: "linux", variables: {} } as const;
    const files = memoryFiles({ "/home/me/p": "directory", "/home/me/.git": "directory" });
    const machine = openMachine({ environment, files, cwd: "/home/me/p", extra: ["/home/me/p/s", "more"] });
    const roots: RootTemplate[] = [
      { scope: "repo", path: "{project}/s" },
      { scope: "user", path: "~/s" },
      { scope: "admin", path: "/etc/s" },
      { scope: "plugin", path: "/etc/s" },
    ];
    expect(viewRoots({ ...PROFILE, roots }, machine).map(({ scope, path }) => `${scope} ${path}`)).toEqual([
      "extra /home/me/p/s",
      "extra /home/me/p/more",
      "user /home/me/s",
      "admin /etc/s",
    ]);
  });
});

describe("[V2] what else a template may say", () => {
  test.each<[string, Omit<RootTemplate, "scope">, Where, string[]]>([
    ["a variable", { path: "${X}/s" }, { environment: { variables: { X: "/x" } } }, ["/x/s"]],
    [
      "a relative one is meant from here",
      { path: "${X}/s" },
      { environment: { variables: { X: "x" } } },
      ["/home/me/p/a/b/x/s"],
    ],
    ["what stands in for it", { path: "${X:-~/.x}/s" }, {}, ["/home/me/.x/s"]],
    ["also when it is empty", { path: "${X:-~/.x}/s" }, { environment: { variables: { X: "" } } }, ["/home/me/.x/s"]],
    ["only with a variable", { path: "/s", whenVariable: "X" }, {}, []],
    ["which is there", { path: "/s", whenVariable: "X" }, { environment: { variables: { X: "1" } } }, ["/s"]],
    ["only without one", { path: "/s", unlessVariable: "X" }, { environment: { variables: { X: "1" } } }, []],
    ["which is not there", { path: "/s", unlessVariable: "X" }, {}, ["/s"]],
    ["not where another is", { path: "/s", unlessExists: "~/t" }, { tree: { "/home/me/t": "directory" } }, []],
    ["which is not", { path: "/s", unlessExists: "~/t" }, {}, ["/s"]],
    ["not at home", { path: "{cwd}/s", notAtHome: true }, { cwd: "/home/me" }, []],
    ["elsewhere yes", { path: "{cwd}/s", notAtHome: true }, { cwd: "/w" }, ["/w/s"]],
    [
      "another system",
      { path: "/s", elsewhere: { darwin: "/mac", win32: "C:/win" } },
      { environment: { platform: "darwin" } },
      ["/mac"],
    ],
    ["this system", { path: "/s", elsewhere: { darwin: "/mac", win32: "C:/win" } }, {}, ["/s"]],
    [
      "plugins, by manifest or directory",
      { path: "/plugins/*/skills", plugin: true },
      {
        tree: {
          "/plugins/one/skills": "directory",
          "/plugins/two/.claude-plugin/plugin.json": '{"name":"deux"}',
          "/plugins/three/plugin.json": "{",
          "/plugins/.four/skills": "directory",
        },
      },
      ["/plugins/one/skills one:", "/plugins/three/skills three:", "/plugins/two/skills deux:"],
    ],
    [
      "plugins whose skills keep their names",
      { path: "/plugins/*/skills", plugin: true, bare: true },
      { tree: { "/plugins/one/skills": "directory" } },
      ["/plugins/one/skills"],
    ],
    ["no plugins", { path: "/plugins/*/skills", plugin: true }, {}, []],
  ])("%s", (_, template, where, expected) => {
    expect(expand([template], where)).toEqual(expected);
  });
});
