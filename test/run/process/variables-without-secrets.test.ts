import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { holdsSecret, secretPartOf } from "../../../src/run/environment/holds-secret.ts";
import { variablesWithoutSecrets } from "../../../src/run/environment/variables-without-secrets.ts";

const LONG = "x".repeat(40);

describe("[AG28] what holds a secret", () => {
  test.each([
    ...["OPENAI_API_KEY", "AWS_SECRET_ACCESS_KEY", "AWS_ACCESS_KEY_ID", "GITHUB_TOKEN", "GH_PAT", "SESSION_TOKENS"],
    ...["PGPASSWORD", "MYSQL_PWD", "SSHPASS", "LDAP_PASSWD", "KEY_PASSPHRASE", "SMTP_PASS", "apikey", "APIKEY"],
    ...["npm_config__authToken", "DOCKER_AUTH_CONFIG", "VSCODE_GIT_IPC_AUTH_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_URL"],
    ...["GOOGLE_CREDENTIALS", "SLACK_WEBHOOK_URL", "my-secret", "oauth", "JWT", "SESSION_COOKIE", "githubToken"],
  ])("by its name: %s", (name) => {
    expect(holdsSecret(name, "1")).toBe(true);
  });

  test.each(
    "KEY KEYS TOKEN TOKENS SECRET SECRETS PAT JWT BEARER AUTH OAUTH COOKIE WEBHOOK PASS PASSWORD PASSWORDS PASSWD PASSPHRASE PWD SSHPASS CREDENTIAL CREDENTIALS CREDS".split(
      " ",
    ),
  )("by the word %s in its name, unless the name ends in a word for a place", (word) => {
    expect([`APP_${word}_1`, `APP_${word}_FILE`].map((name) => holdsSecret(name, "1"))).toEqual([true, false]);
  });

  test("of a proxy, the password of its address is secret, and a proxy without a password holds none", () => {
    const proxies = ["http://u:pw@proxy:3128", "http://proxy:3128"];
    expect(proxies.map((value) => secretPartOf("HTTPS_PROXY", value))).toEqual(["pw", undefined]);
    expect([secretPartOf("GH_TOKEN", "t1"), secretPartOf("LANG", "C")]).toEqual(["t1", undefined]);
  });

  test.each([
    ["A", `ghp_${LONG}`],
    ["B", `sk-${LONG}`],
    ["C", `github_pat_${LONG}`],
    ["D", `xoxb-${LONG}`],
    ["E", "AKIAIOSFODNN7EXAMPLE"],
    ["F", `eyJhbGciOiJIUzI1NiJ9.eyJ${LONG}`],
    ["G", "-----BEGIN OPENSSH PRIVATE KEY-----\nabc"],
    ["DATABASE_URL", "postgres://app:hunter2@db/app"],
    ["STORAGE", "AccountName=a;AccountKey=abc=="],
    ["CERT_FILE", "-----BEGIN PRIVATE KEY-----\nabc"],
  ])("by what it looks like: %s", (name, value) => {
    expect(holdsSecret(name, value)).toBe(true);
  });

  test.each([
    ["PATH", "/usr/bin:/bin"],
    ["HOME", "/home/u"],
    ["PWD", "/work"],
    ["OLDPWD", "/"],
    ["LANG", "sk_SK.UTF-8"],
    ["HINT", "write postgres://name:password@host/"],
    ["TERM", "xterm-256color"],
    ["SHELL", "/bin/bash"],
    ["EDITOR", "vi"],
    ["SSH_AUTH_SOCK", "/run/user/1000/keyring/ssh"],
    ["GIT_ASKPASS", "/usr/lib/askpass"],
    ["GIT_AUTHOR_NAME", "Ada"],
    ["XAUTHORITY", "/home/u/.Xauthority"],
    ["DBUS_SESSION_BUS_ADDRESS", "unix:path=/run/user/1000/bus"],
    ["KUBECONFIG", "/home/u/.kube/config"],
    ["PGPASSFILE", "/home/u/.pgpass"],
    ...["PATH", "DIR", "DIRECTORY", "SOCK", "SOCKET", "COMMAND"].map((word): [string, string] => [
      `TOKEN_${word}`,
      "x",
    ]),
    ...["SSH_ASKPASS", "SUDO_ASKPASS"].map((name): [string, string] => [name, "/usr/lib/askpass"]),
    ["AWS_SHARED_CREDENTIALS_FILE", "/home/u/.aws/credentials"],
    ["GOOGLE_APPLICATION_CREDENTIALS", "/home/u/key.json"],
    ["HTTPS_PROXY", "http://u:pw@proxy:3128"],
    ["http_proxy", "http://proxy:3128"],
    ["NO_PROXY", "localhost"],
    ["TOKENIZERS_PARALLELISM", "false"],
    ["XKB_DEFAULT_LAYOUT", "de"],
    ["DATABASE_URL", "postgres://db/app"],
    ["EMPTY_TOKEN", ""],
  ])("not %s", (name, value) => {
    expect(holdsSecret(name, value)).toBe(false);
  });
});

describe("[AG28] the variables of a command", () => {
  const ALL = { PATH: "/bin", GH_TOKEN: "t1", AWS_KEY: "k1", AWS_REGION: "eu", NONE: undefined };

  test("are the user's without secrets", () => {
    expect(variablesWithoutSecrets(ALL)).toEqual({
      variables: { PATH: "/bin", AWS_REGION: "eu" },
      withheld: ["AWS_KEY", "GH_TOKEN"],
      secrets: { GH_TOKEN: "t1", AWS_KEY: "k1" },
    });
  });

  test.each([
    [["GH_TOKEN"], ["AWS_KEY"]],
    [["AWS_*"], ["GH_TOKEN"]],
    [["*"], []],
    [
      ["gh_token", "GH"],
      ["AWS_KEY", "GH_TOKEN"],
    ],
  ])("%j lets them through; %j stay", (handedOn, withheld) => {
    const found = variablesWithoutSecrets(ALL, handedOn);
    // Values that a command may receive are also redacted from every text.
    expect([found.withheld, found.secrets]).toEqual([withheld, { GH_TOKEN: "t1", AWS_KEY: "k1" }]);
  });

  test("a proxy stays, and its password is a secret of texts alone", () => {
    const all = { https_proxy: "http://u:pw@proxy:3128", ALL_PROXY: "socks5://proxy" };
    expect(variablesWithoutSecrets(all)).toEqual({ variables: all, withheld: [], secrets: { https_proxy: "pw" } });
  });

  test("every variable is handed on or withheld, whatever it is called", () => {
    const names = fc.dictionary(fc.string(), fc.string(), { maxKeys: 20 });
    fc.assert(
      fc.property(names, (all) => {
        const { variables, withheld } = variablesWithoutSecrets(all);
        expect([...Object.keys(variables), ...withheld].sort()).toEqual(Object.keys(all).sort());
      }),
      { numRuns: 100 },
    );
  });
});
