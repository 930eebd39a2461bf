/** Recognizes texts after a dollar sign that are not skill names. */

/** Names of common variables. They match only in capitals, so that a skill called `path` can still be mentioned. */
const VARIABLES: ReadonlySet<string> = new Set(
  `APPDATA ARGUMENTS BASH BASHPID BASH_SOURCE CARGO_HOME CC CDPATH CFLAGS CI CLASSPATH COLUMNS COMSPEC CPPFLAGS CXX CXXFLAGS DEBUG DESTDIR
  DISPLAY EDITOR ENV EUID FUNCNAME GID GIT_DIR GITHUB_ENV GITHUB_OUTPUT GITHUB_SHA GITHUB_TOKEN GITHUB_WORKSPACE GOBIN GOPATH GOROOT GROUPS
  HISTFILE HISTSIZE HOME HOMEDRIVE HOMEPATH HOST HOSTNAME HOSTTYPE HTTPS_PROXY HTTP_PROXY IFS JAVA_HOME KUBECONFIG LANG LANGUAGE LDFLAGS
  LD_LIBRARY_PATH LESS LINENO LINES LOCALAPPDATA LOGNAME MACHTYPE MAIL MAKEFLAGS MANPATH NODE_ENV NODE_OPTIONS NODE_PATH NO_COLOR NO_PROXY
  NVM_DIR OLDPWD OPTARG OPTIND OS OSTYPE PAGER PATH PATHEXT PIPESTATUS PORT PPID PREFIX PROGRAMDATA PROGRAMFILES PROMPT PS1 PS2 PS4
  PSMODULEPATH PWD PYTHONHOME PYTHONPATH RANDOM REPLY RUSTFLAGS RUSTUP_HOME SECONDS SHELL SHELLOPTS SHLVL SSH_AGENT_PID SSH_AUTH_SOCK SSL_CERT_FILE
  SUDO_USER SYSTEMDRIVE SYSTEMROOT TEMP TERM TMP TMPDIR TZ UID USER USERNAME USERPROFILE VIRTUAL_ENV VISUAL WINDIR ZDOTDIR`.split(
    /\s+/,
  ),
);

/** Returns true for the name of a variable, as in `$PATH`, `$XDG_CONFIG_HOME`, `$LC_ALL` and `$CLAUDE_SESSION_ID`. */
export function isVariableName(name: string): boolean {
  return VARIABLES.has(name) || /^(?:XDG|LC|CLAUDE|CODEX|SKILLWRIGHT|AWS|NPM)_[A-Z_]+$/.test(name);
}

/**
 * Returns true for a price, as in `$5`, `$5.00`, `$1,000`, `$20k` and `$5-10`, and for the `$1` of shells and
 * templates.
 */
export function isAmount(name: string): boolean {
  return /^[0-9][0-9.,_-]*[A-Za-z]{0,2}$/.test(name);
}

/** Returns true for text with a letter and without lowercase letters. */
export function isAllCapitals(name: string): boolean {
  return name === name.toUpperCase() && name !== name.toLowerCase();
}
