import { isMap } from "../../../model/schema.ts";

const PLAIN = /^[A-Za-z0-9][\w@./:#+~^-]{0,300}$/;

/**
 * Returns a plugin's external source as a user would type it. Returns undefined for an unsupported source, such as a
 * command.
 */
export function externalSourceText(source: unknown): string | undefined {
  if (!isMap(source)) return undefined;
  const text = (key: string): string => (typeof source[key] === "string" ? source[key] : "");
  const pin = text("sha") || text("ref");
  const hash = pin === "" ? "" : `#${pin}`;
  const forms: Readonly<Record<string, string>> = {
    github: text("repo") + hash,
    url: text("url") + hash,
    "git-subdir": `${text("url")}//${text("path").replace(/^\.\//, "")}${hash}`,
    npm: `npm:${text("package")}${text("version") === "" ? "" : `@${text("version")}`}`,
  };
  const kind = text("source");
  const form = Object.hasOwn(forms, kind) ? forms[kind] : undefined;
  return form !== undefined && PLAIN.test(form) ? form : undefined;
}
