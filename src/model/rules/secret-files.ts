/** Files whose usual content is a secret, by their name or their directory. */
const NAMES =
  /^(?:\.env(?:~|\.(?!example$|sample$|template$|dist$).*)?|\.(?:dev\.vars|boto|s3cfg|bash_history|zsh_history|envrc|npmrc|yarnrc\.yml|pypirc|netrc|git-credentials|htpasswd|pgpass|my\.cnf|vault-token|credentials\.json)|_netrc|auth\.json|oauth_creds\.json|credentials(?:\.\w{1,8})?|secrets?\.(?:json|ya?ml|toml|env|txt|ini)|service[-_]?account[\w.-]{0,40}\.json|id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?)$/i;
const FIRST_LETTERS: ReadonlySet<string> = new Set("._aAoOcCsSiI");
const ENDINGS: ReadonlySet<string> = new Set("pem key p12 pfx jks keystore kdbx tfvars tfstate ppk".split(" "));
const DIRECTORIES =
  /(?:^|[/\\])(?:\.(?:ssh|aws|azure|gnupg|kube|docker|password-store|terraform\.d|m2|gradle)|secrets|\.config[/\\]gh)(?:[/\\]|$)|^\/proc\//i;

/** True if a path is a place that can hold secrets. Only names are compared; nothing is read. */
export function holdsSecrets(path: string): boolean {
  const start = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1;
  const dot = path.lastIndexOf(".");
  if (dot >= start && ENDINGS.has(path.slice(dot + 1).toLowerCase())) return true;
  if (FIRST_LETTERS.has(path.charAt(start)) && NAMES.test(path.slice(start))) return true;
  const isDeep = path.startsWith(".") || path.includes("/.") || path.includes("\\.") || path.startsWith("/proc");
  return (isDeep || /secrets/i.test(path)) && DIRECTORIES.test(path);
}
