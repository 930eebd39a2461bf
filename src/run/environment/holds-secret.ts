/** Decides by name and value whether a variable contains a secret. */

/** Matches the endings of secret names, as in `OPENAI_API_KEY`, `npm_config__authToken` and `PGPASSWORD`. */
const SECRET_ENDING = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS)$/;

/** Words that indicate a secret only if they are a separate word of the name. */
const SECRET_WORDS: ReadonlySet<string> = new Set([
  ...["KEYS", "TOKENS", "SECRETS", "PAT", "JWT", "BEARER", "AUTH", "OAUTH", "COOKIE", "WEBHOOK"],
  ...["PASS", "PASSWORDS", "PWD", "SSHPASS", "CREDENTIAL", "CREDS"],
]);

/**
 * Names that look like secrets but contain a path. The first variable has the path of a file with a secret, the other
 * the working directory.
 */
const LEADS: ReadonlySet<string> = new Set(["GOOGLE_APPLICATION_CREDENTIALS", "PWD"]);
const LEADING_WORDS: ReadonlySet<string> = new Set(["FILE", "PATH", "DIR", "DIRECTORY", "SOCK", "SOCKET", "COMMAND"]);

export function holdsSecret(name: string, value: string): boolean {
  return value !== "" && (isSecretName(name) || isSecretValue(name, value));
}

function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toUpperCase()
    .split(/[^A-Z0-9]+/);
  if (LEADS.has(name.toUpperCase()) || LEADING_WORDS.has(words.at(-1) as string)) return false;
  return words.some((word) => SECRET_WORDS.has(word) || SECRET_ENDING.test(word));
}

/** Matches the prefixes with which providers mark their keys for scanners. */
const KNOWN_BEGINNING =
  /^(?:gh[opsur]_|github_pat_|glpat-|xox[abeoprs]-|sk-|[rs]k_(?:live|test)_|AIza|ya29\.|npm_|hf_|pypi-|A[KS]IA[0-9A-Z]{12}|eyJ[\w-]+\.eyJ)/;
/**
 * Minimum length of a key with such a prefix. A shorter value is probably an ordinary word that starts with the prefix.
 */
const MIN_KNOWN = 20;
const PRIVATE_KEY = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/;
/** Matches `postgres://user:password@host/`. */
const ADDRESS_WITH_PASSWORD = /^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]*:([^/\s@]+)@/i;
const CONNECTION_WITH_PASSWORD = /(?:^|[;\s])(?:password|pwd|accountkey|sharedaccesskey)=[^;\s]/i;

/**
 * Matches proxy variables. A command gets them even if they contain a password, because a command behind a proxy has no
 * network without them.
 */
const PROXY = /^(?:https?|ftp|socks|all)_proxy$/i;

function isSecretValue(name: string, value: string): boolean {
  if (PROXY.test(name)) return false;
  return (
    (value.length >= MIN_KNOWN && KNOWN_BEGINNING.test(value)) ||
    PRIVATE_KEY.test(value) ||
    ADDRESS_WITH_PASSWORD.test(value) ||
    CONNECTION_WITH_PASSWORD.test(value)
  );
}

/** Returns the secret part of a variable; undefined if it contains no secret. No text may show this part. */
export function secretPartOf(name: string, value: string): string | undefined {
  if (PROXY.test(name)) return ADDRESS_WITH_PASSWORD.exec(value)?.[1];
  return holdsSecret(name, value) ? value : undefined;
}
