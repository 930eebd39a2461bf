/** What `owner/repo` stands for when the user has configured nothing else. The only place that names anybody's server. */
export const PUBLIC_HOSTS = { git: "github.com" } as const;
