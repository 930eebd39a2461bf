/** What short texts stand for when the user has configured nothing else. The only place that names anybody's server. */
export const PUBLIC_HOSTS = {
  /** Of `owner/repo`. */
  git: "github.com",
  /** npm's own default. */
  npm: "https://registry.npmjs.org/",
} as const;
