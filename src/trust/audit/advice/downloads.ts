/** Patterns for programs that a skill downloads and runs. */
import type { Pattern } from "../patterns/pattern.ts";

const SHELL =
  /\|\s{0,4}(?:sudo\s{1,4}(?:-\w{1,8}\s{1,4}){0,2})?(?:\/(?:usr\/)?bin\/)?(?:env\s{1,4})?(?:ba|z|da|k|fi)?sh\b|\|\s{0,4}(?:sudo\s{1,4})?(?:python3?|node|perl|ruby|php)\b(?!\s{0,4}-m\s{1,4}json|\s{1,4}-(?:c|e|n?p?e|p)\b(?!.{0,200}\b(?:exec|eval|system|spawn|popen)\b))/i;
/** Matches hosts at which anyone can publish text or files anonymously. */
const PASTE =
  /\b(?:glot\.io|pastebin\.com|paste\.ee|rentry\.(?:co|org)|hastebin\.com|ghostbin\.\w{2,6}|dpaste\.\w{2,4}|controlc\.com|0x0\.st|termbin\.com|ix\.io|sprunge\.us|transfer\.sh|file\.io|temp\.sh|catbox\.moe|anonfiles?\.\w{2,4}|gofile\.io|paste\.rs|privatebin\.\w{2,4}|bashupload\.com)\b/i;
const RAW_ADDRESS =
  /https?:\/\/(?!127\.|0\.0\.0\.0|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b/i;
const ARCHIVE = /\.(?:zip|rar|7z|exe|dmg|msi|pkg|scr|iso)\b/i;

export const DOWNLOADS: readonly Pattern[] = [
  {
    code: "SK825",
    message: "it runs a download from a bare IP address",
    parts: [/\b(?:curl|wget|fetch|iwr|invoke-webrequest|invoke-restmethod|irm)\b/i, RAW_ADDRESS, SHELL],
  },
  {
    code: "SK825",
    message: "it runs text from a paste site",
    parts: [/\b(?:curl|wget|iwr|irm)\b/i, PASTE, new RegExp(`${SHELL.source}|\\s-[oO]\\b|\\)`, "i")],
    // Excludes uploads, because nothing that they send is run.
    unless: /\s(?:-F|--form|-T|--upload-file)\b/,
  },
  {
    code: "SK825",
    message: "it sends the user to a paste site for a command to run",
    parts: [
      /\b(?:visit|copy|open|go to|run|execute|paste|install)\b/i,
      new RegExp(`https?:\\/\\/(?:www\\.)?${PASTE.source}`, "i"),
    ],
    kinds: ["prose"],
  },
  {
    code: "SK825",
    message: "it tells the user to open an archive with a password",
    parts: [
      ARCHIVE,
      /\b(?:extract|unzip|unpack|pass(?:word|code)?)\b.{0,40}\bpass(?:word|code)?\b|\bpass(?:word|code)?\s?(?:is|:|=|-)\s?[`"'*]{0,3}\w{3,30}/i,
    ],
    kinds: ["prose", "comment"],
  },
  {
    code: "SK825",
    message: "it unpacks an archive with a password and runs what is in it",
    parts: [/\b(?:unzip\s{1,4}(?:-\w\s{1,4}){0,2}-P|7z{1,2}a?\s{1,4}x\b.{0,40}\s-p\w|unrar\s{1,4}x\b.{0,40}\s-p\w)/],
  },
  {
    code: "SK824",
    message: "it pipes a download into an interpreter",
    parts: [/\b(?:curl|wget)\b/i, SHELL],
    unless: /\bjq\b|["“`']\s{0,2}(?:curl|wget)\s{1,3}\|/i,
  },
  {
    code: "SK824",
    message: "it pipes a download into an interpreter",
    parts: [
      /\b(?:iex|invoke-expression)\b/i,
      /\b(?:iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring|net\.webclient)\b/i,
    ],
  },
  {
    code: "SK824",
    message: "it pipes a download into an interpreter",
    parts: [
      /\b(?:iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring)\b/i,
      /\|\s{0,4}(?:iex|invoke-expression)\b/i,
    ],
  },
  {
    code: "SK824",
    message: "it pipes a download into an interpreter",
    parts: [/\b(?:bash|sh|zsh|eval|source)\b/i, /(?:<\(|\$\(|`)\s{0,4}(?:curl|wget)\b/i],
  },
  {
    code: "SK837",
    message: "it runs an unpinned version",
    parts: [/\bnpx\s{1,4}(?:-y|--yes)\s{1,4}(?:-p\s{1,4}|--package[= ])?(?!@?[\w./-]{1,80}@\d)@?[\w./-]{1,80}/i],
    unless: /\bnpx\s{1,4}(?:-y|--yes)\s{1,4}(?:@[\w.-]{1,60}\/)?[\w.-]{1,60}@\^?~?\d/i,
  },
];
