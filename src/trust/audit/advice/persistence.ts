/** Patterns for changes that stay after the skill is removed, and for disabled protections. */
import type { TextFile } from "../material.ts";
import type { Pattern } from "../patterns/pattern.ts";

const NOT = /\b(?:never|don't|do not|avoid|detect|forbid|forbidden|block|deny|without)\b/i;

/**
 * Returns true for a document that explains to people how to install something. Hosts do not give such a document to a
 * model.
 */
const isForPeople = ({ path }: TextFile): boolean =>
  /(?:^|\/)(?:README|INSTALL|CONTRIBUTING|CHANGELOG)[^/]*\.md$/i.test(path);

export const PERSISTENCE: readonly Pattern[] = [
  {
    code: "SK829",
    message: "it installs something that runs again by itself",
    parts: [
      /\|\s{0,4}crontab\s{1,4}-|\bcrontab\s{1,4}(?!-[lre])[\w./$-]{2,80}\.?\w|\blaunchctl\s{1,4}(?:load|bootstrap)\b|Library\/LaunchAgents\/[\w.-]{3,80}\.plist|\bsystemctl\s{1,4}(?:--user\s{1,4})?enable\b|\/etc\/(?:cron\.\w{1,8}|init\.d|systemd\/system)\/[\w.-]|CurrentVersion\\{1,2}Run\b|\bschtasks\b.{0,40}\/create\b|>>\s{0,4}["']?(?:~|\$HOME|\$\{HOME\})\/\.(?:bashrc|zshrc|bash_profile|profile|zprofile)\b|\.git\/hooks\/(?:pre|post)-\w{4,20}|>>\s{0,4}["']?\/etc\/(?:hosts|sudoers|profile)\b/i,
    ],
    only: ({ role }) => role === "script",
  },
  {
    code: "SK829",
    message: "it installs something that runs again by itself",
    parts: [/\|\s{0,4}crontab\s{1,4}-|>{1,2}\s{0,4}["']?(?:~|\$HOME)\/Library\/LaunchAgents\//i],
    kinds: ["code"],
    unless: NOT,
  },
  {
    code: "SK830",
    message: "it modifies agent configuration",
    // Matches a write to the instructions or settings of agents. A redirect must have a command before it. A
    // blockquote, `<name>/CLAUDE.md` and an arrow do not match. A copy to `settings.json.bak` is a backup, so it does
    // not match either.
    parts: [
      /[\w"'`)\]}]\s{0,8}(?<!<[^<>]{0,80})>{1,2}\s{0,4}["']?[^\s"'|;&<>]{0,80}(?:CLAUDE\.md|AGENTS\.md|GEMINI\.md|SOUL\.md|MEMORY\.md|\.cursorrules|\.claude\/settings(?:\.local)?\.json|\.mcp\.json|copilot-instructions\.md)(?!\.(?:bak|backup|orig|old)(?![\w./-]))|\btee(?:\s{1,4}-a)?\b.{0,80}(?:~|\$HOME)\/\.(?:claude|codex|gemini|cursor|openclaw)\/|\b(?:cp|mv)\s.{0,120}\s["']?(?:~|\$HOME)\/\.(?:claude|codex|gemini|cursor|openclaw)\/(?!(?:workspace\/)?skills\b|[^\s"']{0,80}\.(?:bak|backup|orig|old)(?![\w./-]))[^\s"']{0,80}["']?\s{0,4}(?:$|[;&|)`#"',])/i,
    ],
    only: (file) => !isForPeople(file),
    unless: NOT,
  },
  {
    code: "SK830",
    message: "it installs skills for other agents",
    parts: [
      /\b(?:cp|mv)\s.{0,120}\s["']?(?:~|\$HOME)\/\.(?:claude|codex|gemini|cursor|openclaw)\/(?:workspace\/)?skills\b[^\s"']{0,80}["']?\s{0,4}(?:$|[;&|)`#"',])/i,
    ],
    only: ({ role }) => role === "script",
    unless: NOT,
  },
  {
    code: "SK830",
    message: "it tells the model to modify agent configuration",
    parts: [
      /\b(?:append|add|insert|inject|write|save|persist)\b/i,
      /\b(?:to|into|in) (?:the |your |my |their )?(?:user'?s? )?[`"']?(?:~\/\.\w{3,12}\/)?(?:CLAUDE\.md|AGENTS\.md|SOUL\.md|MEMORY\.md|\.cursorrules|\.claude\/settings(?:\.local)?\.json)/i,
    ],
    kinds: ["prose", "comment"],
    only: (file) => !isForPeople(file),
    // Excludes menus of the host, because only the user opens a menu. Excludes commits, because a commit only records a
    // change.
    unless: new RegExp(`${NOT.source}|\\bmenu (?:writes|saves)\\b|\\bgit (?:add|commit)\\b`, "i"),
  },
  {
    code: "SK831",
    message: "it tells the user or model to switch off a protection",
    parts: [
      /\b(?:disable|turn off|deactivate|kill) (?:the |your |all |any |windows |macos ){0,2}(?:anti-?virus|defender|firewall|gatekeeper|endpoint protection|security (?:controls?|software|tools?|processes))\b/i,
    ],
    kinds: ["prose", "comment"],
    unless: NOT,
  },
  {
    code: "SK831",
    message: "it gives a container access to the whole machine",
    parts: [
      /\bdocker\.sock:\/|\bdocker\s{1,4}run\b.{0,120}--privileged\b|^\s{0,12}--privileged\b|--cap-add[= ](?:ALL|SYS_ADMIN)\b/,
    ],
    unless: NOT,
  },
  {
    code: "SK831",
    message: "it switches a protection off",
    parts: [
      /--dangerously-skip-permissions\b|--dangerously-bypass-approvals-and-sandbox\b|\bxattr\s{1,4}(?:-\w{1,3}\s{1,4}){0,2}(?:-?d|-c)r?\s{1,4}com\.apple\.quarantine|\bspctl\s{1,4}--(?:master|global)-disable\b|\bSet-MpPreference\b.{0,60}-Disable|\bsetenforce\s{1,4}0\b|\bcsrutil\s{1,4}disable\b|\bufw\s{1,4}disable\b|NODE_TLS_REJECT_UNAUTHORIZED\s{0,2}=\s{0,2}["']?0|["']?permissionMode["']?\s{0,2}[:=]\s{0,2}["']?bypassPermissions|\bgatekeeper\b.{0,40}\b(?:disable|bypass)\b|\bxattr\s{1,4}-c(?:r)?\s/i,
    ],
    unless: NOT,
  },
];
