/** Names and directories of files that usually contain secrets. */
const NAMES =
  /^(?:\.env(?:~|\.(?!example$|sample$|template$|dist$).*)?|\.(?:dev\.vars|boto|s3cfg|bash_history|zsh_history|envrc|npmrc|yarnrc\.yml|pypirc|netrc|git-credentials|htpasswd|pgpass|my\.cnf|vault-token|credentials\.json)|(?!(?:example|sample|template|dist)\.)[\w.-]{1,60}\.env|_netrc|(?:auth|token|local\.settings)\.json|kubeconfig|wp-config\.php|\.(?:terraform|sentrycli)rc|oauth_creds\.json|credentials(?:\.\w{1,8})?|secrets?\.(?:json|ya?ml|toml|env|txt|ini)|service[-_]?account[\w.-]{0,40}\.json|id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?)$/i;
const ENDINGS: ReadonlySet<string> = new Set("pem key p12 pfx jks keystore kdbx tfvars tfstate ppk".split(" "));
const DIRECTORIES =
  /(?:^|[/\\])(?:\.(?:ssh|aws|azure|gnupg|kube|docker|password-store|terraform\.d|m2|gradle)|secrets|\.config[/\\]gh)(?:[/\\]|$)|^\/proc\//i;

/** A fast prefilter: every path that the other patterns match also matches this one. */
const HINT = /(?:^|[/\\])(?:\.|_n|auth|oauth|cred|se|id_|proc|token|local\.|kubec|wp-)|\.[a-z0-9]{3,8}$/i;

/**
 * Matches paths that some systems open under another name. Such a path contains a colon or a non-ASCII character, or a
 * part that ends with a dot or a blank.
 */
const ODD = /[:\u{80}-\u{10ffff}]|[. ](?:[/\\]|$)/u;

/** Returns true if a path can contain secrets. It compares only names and reads nothing. */
export function holdsSecrets(path: string): boolean {
  return isSecret(path) || isSecret(asOpened(path));
}

/**
 * Returns the path as some systems open it. NTFS streams, and dots and blanks at the end of a part, are removed.
 * Characters are normalized.
 */
export function asOpened(path: string): string {
  if (!ODD.test(path)) return path;
  const visible = path.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "").normalize("NFKC");
  return visible.replaceAll(/:[^/\\]*|(?<=[^./\\ ])[. ]+(?=[/\\]|$)/g, "");
}

function isSecret(path: string): boolean {
  if (!HINT.test(path)) return false;
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const dot = name.lastIndexOf(".");
  return (dot !== -1 && ENDINGS.has(name.slice(dot + 1).toLowerCase())) || NAMES.test(name) || DIRECTORIES.test(path);
}
