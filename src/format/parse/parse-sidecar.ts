/**
 * Reads `agents/skillwright.yaml` and `agents/openai.yaml`: display, dependencies, policy, permissions. For each field,
 * the first file with the field wins. A bad field is a warning with a position, and the skill loads without the field.
 * An unreadable policy is replaced by the strictest policy.
 */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { spanAt } from "../../model/diagnostics/span.ts";
import { isMap } from "../../model/schema.ts";
import type { Sidecar, SkillInterface, ToolDependency } from "../../model/skills/skill.ts";
import { parseYaml, toValue, YamlError, type YamlMap, type YamlNode } from "../yaml/parse-yaml.ts";

export interface SidecarFile {
  readonly path: string;
  readonly text: string;
}

export function parseSidecars(files: readonly SidecarFile[]): { sidecar: Sidecar; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const parts = files.map((file) => new SidecarReader(file, diagnostics).read());
  const first = <K extends keyof Part>(key: K): Part[K] | undefined =>
    parts.find((part) => part[key] !== undefined)?.[key];
  const shown: SkillInterface = Object.assign({}, ...parts.toReversed().map((part) => part.interface ?? {}));
  const tools = first("tools");
  const implicit = first("allowImplicitInvocation");
  const permissions = first("permissions");
  return {
    sidecar: {
      files: files.map((file) => file.path),
      ...(Object.keys(shown).length > 0 ? { interface: shown } : {}),
      ...(tools ? { dependencies: { tools } } : {}),
      ...(implicit === undefined ? {} : { policy: { allowImplicitInvocation: implicit } }),
      ...(permissions ? { permissions } : {}),
    },
    diagnostics,
  };
}

interface Part {
  interface?: SkillInterface;
  tools?: readonly ToolDependency[];
  allowImplicitInvocation?: boolean;
  permissions?: Record<string, unknown>;
}

const INTERFACE: Readonly<Record<string, keyof SkillInterface>> = {
  display_name: "displayName",
  short_description: "shortDescription",
  icon_small: "iconSmall",
  icon_large: "iconLarge",
  brand_color: "brandColor",
  default_prompt: "defaultPrompt",
};

class SidecarReader {
  readonly #file: SidecarFile;
  readonly #into: Diagnostic[];
  readonly #part: Part = {};

  constructor(file: SidecarFile, into: Diagnostic[]) {
    this.#file = file;
    this.#into = into;
  }

  read(): Part {
    const root = this.#parse();
    if (!root) return this.#part;
    for (const { key, keyStart, value } of root.entries) {
      if (key === "interface") this.#interface(value);
      else if (key === "dependencies") this.#dependencies(value);
      else if (key === "policy") this.#policy(value);
      else if (key === "permissions") this.#permissions(value);
      else if (Object.hasOwn(INTERFACE, key))
        this.#bad(
          keyStart,
          key.length,
          `\`${key}\` is outside \`interface\` and is ignored`,
          "move it under `interface:`",
        );
    }
    return this.#part;
  }

  #parse(): YamlMap | undefined {
    const { path, text } = this.#file;
    try {
      const { root } = parseYaml(text);
      if (root === undefined || root.kind === "map") return root;
      this.#into.push(
        diagnostic("SK040", {
          at: spanAt(path, text, root.start, 1),
          message: "the file is not a mapping; it is ignored",
          help: "begin with `interface:`, `dependencies:` or `policy:`",
        }),
      );
    } catch (error) {
      if (!(error instanceof YamlError)) throw error;
      this.#into.push(
        diagnostic("SK040", {
          at: spanAt(path, text, error.offset, 1),
          message: `the file is not valid YAML (${error.message}); it is ignored`,
          help: "correct the YAML; the skill itself loads without it",
        }),
      );
    }
    // If the policy cannot be read, the model must not call the skill by itself.
    if (text.includes("allow_implicit_invocation")) this.#part.allowImplicitInvocation = false;
    return undefined;
  }

  #interface(node: YamlNode): void {
    if (node.kind !== "map")
      return this.#bad(
        node.start,
        1,
        "`interface` should be a mapping; it is ignored",
        "write its fields indented below it",
      );
    const shown: SkillInterface = {};
    for (const { key, keyStart, value } of node.entries) {
      const to = Object.hasOwn(INTERFACE, key) ? INTERFACE[key] : undefined;
      if (!to) continue;
      const text = value.kind === "scalar" ? value.text.trim() : "";
      if (text === "")
        this.#bad(
          value.start === -1 ? this.#file.text.indexOf(":", keyStart) + 2 : value.start,
          1,
          `\`interface.${key}\` should be text; it is ignored`,
          to === "brandColor"
            ? 'put the colour in quotes: `#` begins a comment, `"#3b82f6"` does not'
            : "write one line of text",
        );
      else if (to === "brandColor" && !/^#[0-9a-fA-F]{3,8}$/.test(text))
        this.#bad(
          value.start,
          text.length,
          `\`interface.brand_color\` should be a colour such as \`"#3b82f6"\`; it is ignored`,
          "write `#` and 3 to 8 hexadecimal digits, in quotes",
        );
      else if ((to === "iconSmall" || to === "iconLarge") && !staysInside(text))
        this.#bad(
          value.start,
          text.length,
          `\`interface.${key}\` leaves the skill's directory; it is ignored`,
          "name a file inside the skill, such as `assets/icon.svg`",
        );
      else shown[to] = text;
    }
    this.#part.interface = shown;
  }

  #dependencies(node: YamlNode): void {
    const list = node.kind === "map" ? node.entries.find((entry) => entry.key === "tools")?.value : undefined;
    if (list?.kind !== "list")
      return this.#bad(
        node.start,
        1,
        "`dependencies` should have a list `tools`; it is ignored",
        "write `dependencies:`, and under it `tools:` with one entry for each tool",
      );
    const tools: ToolDependency[] = [];
    for (const item of list.items) {
      const value = toValue(item);
      if (isMap(value) && typeof value["type"] === "string" && typeof value["value"] === "string")
        tools.push(value as unknown as ToolDependency);
      else
        this.#bad(
          item.start,
          1,
          "a dependency needs a `type` and a `value`; this dependency is ignored",
          'for example `{ type: env_var, value: "API_KEY" }`',
        );
    }
    this.#part.tools = tools;
  }

  #policy(node: YamlNode): void {
    if (node.kind !== "map") {
      this.#part.allowImplicitInvocation = false;
      return this.#bad(
        node.start,
        1,
        "`policy` should be a mapping; it is read as `allow_implicit_invocation: false`",
        "write `allow_implicit_invocation: true` or `false` indented below it",
      );
    }
    const entry = node.entries.find(({ key }) => key === "allow_implicit_invocation");
    if (!entry) return;
    const implicit = toValue(entry.value);
    this.#part.allowImplicitInvocation = implicit === true;
    if (typeof implicit === "boolean") return;
    this.#bad(
      entry.keyStart,
      entry.key.length,
      "`policy.allow_implicit_invocation` is neither true nor false; it is read as `false`",
      "write `true` or `false`",
    );
  }

  #permissions(node: YamlNode): void {
    const value = toValue(node);
    if (isMap(value)) this.#part.permissions = value;
    else
      this.#bad(
        node.start,
        1,
        "`permissions` should be a mapping; it is ignored",
        "remove it or write its fields below it",
      );
  }

  #bad(offset: number, length: number, message: string, help: string): void {
    this.#into.push(
      diagnostic("SK041", { at: spanAt(this.#file.path, this.#file.text, offset, length), message, help }),
    );
  }
}

function staysInside(path: string): boolean {
  return !/^(?:[/\\]|[A-Za-z]:)/.test(path) && !path.split(/[/\\]/).includes("..");
}
