/**
 * One suite for every source of skills. A transport publishes a tree of files and returns the text that names it. The
 * result must be the same for every transport. Each transport has its own faults.
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FetchedSource, Source, SourceContext } from "../../../../src/install/source.ts";
import { OperationError } from "../../../../src/model/errors.ts";
import { INSTALL_LIMITS } from "../../../../src/model/skills/bundle.ts";
import type { SourceKind } from "../../../../src/model/skills/origin.ts";
import type { Environment } from "../../../../src/platform/environment.ts";
import { digestBundle } from "../../../../src/trust/bundle/digest.ts";
import { type Machine, makeMachine } from "../../context.ts";

/** A file's text, or another kind of entry. */
export type Published = string | { readonly text: string; readonly executable?: true } | { readonly link: string };
export type PublishedTree = Readonly<Record<string, Published>>;

export interface Transport {
  readonly kind: SourceKind;
  /** The source under test. */
  readonly source: Source;
  /** Publishes a tree with its skills below `skills/`, and returns the text that names it. */
  readonly publish: (tree: PublishedTree, machine: Machine) => Promise<string> | string;
  /** Returns the path in the origin for a published path. */
  readonly originPath?: (path: string) => string;
  readonly plugin?: string;
  /** Variables for the source (default: those of the machine). */
  readonly environment?: (machine: Machine) => Environment;
  /** True for archives: an error rejects the whole archive. Elsewhere, an error in one skill leaves the others. */
  readonly wholeOrNothing?: true;
  /** Returns a text that leads to a server that never answers. */
  readonly stall?: (machine: Machine) => Promise<string> | string;
  readonly faults?: Readonly<Record<string, Fault>>;
  readonly close?: () => Promise<void>;
}

export interface Fault {
  /** The code of the error, or of the finding that leaves no skill. */
  readonly code: string;
  readonly prepare: (machine: Machine) => Promise<string> | string;
  readonly context?: Partial<SourceContext>;
}

export const skillText = (name: string): string => `---\nname: ${name}\ndescription: ${name} things\n---\nDo it.\n`;

const GOOD: PublishedTree = {
  "README.md": "Two skills.\n",
  "skills/pdf/SKILL.md": skillText("pdf"),
  "skills/pdf/scripts/run.sh": { text: "#!/bin/sh\necho pdf\n", executable: true },
  "skills/pdf/references/übersicht.md": "Ü\n",
  "skills/notes/SKILL.md": skillText("notes"),
};

/** Features that a transport does not have: links, modes, or an endless wait. */
type Inability = "links" | "executable" | "waiting";

export function describeTransport(
  name: string,
  makeTransport: () => Promise<Transport> | Transport,
  without: readonly Inability[] = [],
): void {
  describe(name, () => {
    let machine: Machine;
    let transport: Transport;
    beforeEach(async () => {
      machine = makeMachine();
      transport = await makeTransport();
    });
    afterEach(async () => {
      await transport.close?.();
      machine.remove();
    });
    const context = (changes: Partial<SourceContext> = {}): SourceContext =>
      machine.context({ ...(transport.environment && { environment: transport.environment(machine) }), ...changes });
    const fetchTree = async (tree: PublishedTree, changes: Partial<SourceContext> = {}): Promise<FetchedSource> =>
      transport.source.fetch(await transport.publish(tree, machine), context(changes));

    test("[I20] recognises what it publishes", async () => {
      expect(transport.source.recognises(await transport.publish(GOOD, machine))).toBe(true);
      expect(transport.source.kind).toBe(transport.kind);
    });

    test("[I20] finds the skills with their names, files and executable bits", async () => {
      const { skills, diagnostics } = await fetchTree(GOOD);
      expect(diagnostics).toEqual([]);
      const executable = !without.includes("executable");
      expect(skills.map(summary)).toEqual([
        { name: "notes", files: { "SKILL.md": skillText("notes") } },
        {
          name: "pdf",
          files: {
            "SKILL.md": skillText("pdf"),
            "references/übersicht.md": "Ü\n",
            [executable ? "*scripts/run.sh" : "scripts/run.sh"]: "#!/bin/sh\necho pdf\n",
          },
        },
      ]);
      if (executable)
        expect(skills.map(({ bundle }) => digestBundle(bundle))).toEqual([
          "sha256:d2bcec1588c355fdaed2c771b9e9f650ab777a5ac8e104e7fd6de2741d43172c",
          "sha256:1a62eed1571b87f42c9fdcc323cfc6c697503777d45b664621a96a912b364a4a",
        ]);
    });

    test("[I20] says where each comes from, so that the same can be had again", async () => {
      const { skills } = await fetchTree(GOOD);
      const path = transport.originPath ?? ((each) => each);
      expect(skills.map(({ origin }) => ({ kind: origin.kind, path: origin.path, plugin: origin.plugin }))).toEqual(
        ["skills/notes", "skills/pdf"].map((each) => ({
          kind: transport.kind,
          path: path(each),
          plugin: transport.plugin,
        })),
      );
      const sources = [...new Set(skills.map(({ origin }) => origin.source))];
      expect(sources).toHaveLength(1);
      expect(transport.source.recognises(sources[0] as string)).toBe(true);
      expect(await transport.source.fetch(sources[0] as string, context())).toMatchObject({ skills });
    });

    test("[I20] writes nothing but in its temporary directory, and leaves that empty", async () => {
      const text = await transport.publish(GOOD, machine);
      const before = machine.everything();
      await transport.source.fetch(text, context());
      expect(machine.everything()).toEqual(before);
    });

    test("[I20] a place without any skill is SK647", async () => {
      const { skills, diagnostics } = await fetchTree({ "README.md": "nothing\n" });
      expect({ skills, codes: codes(diagnostics) }).toEqual({ skills: [], codes: ["SK647"] });
    });

    /** Returns the result if `pdf` is refused: the other skill, or nothing. */
    const left = ({ skills, diagnostics }: FetchedSource): object => ({
      names: transport.wholeOrNothing ? names(skills).filter((each) => each !== "notes") : names(skills),
      codes: codes(diagnostics),
    });
    const others = (): string[] => (transport.wholeOrNothing ? [] : ["notes"]);

    test.each([
      ["a name that Windows reserves", "skills/pdf/aux.txt", "SK640"],
      ["a second stream", "skills/pdf/SKILL.md:hidden", "SK640"],
      ["a hidden character", "skills/pdf/a\u202eb.md", "SK640"],
      ["names that differ in case", "skills/pdf/skill.MD", "SK641"],
    ])("[I21] %s speaks against the skill: %j", async (_, path, code) => {
      expect(left(await fetchTree({ ...GOOD, [path]: "x\n" }))).toEqual({ names: others(), codes: [code] });
    });

    if (!without.includes("links"))
      test("[I21] a link speaks against its skill, wherever it leads", async () => {
        const fetched = await fetchTree({ ...GOOD, "skills/pdf/passwords": { link: "/etc/passwd" } });
        expect(left(fetched)).toEqual({ names: others(), codes: ["SK643"] });
      });

    test.each([
      ["a file", { maxFileBytes: 1000 }],
      ["the files together", { maxBytes: 1000 }],
      ["the number of files", { maxFiles: 2 }],
    ])("[I21] %s beyond its limit speaks against the skill", async (what, changed) => {
      const large = what.startsWith("the number") ? {} : { "skills/pdf/data.txt": "0123456789".repeat(200) };
      const limits = { ...INSTALL_LIMITS, ...changed };
      expect(left(await fetchTree({ ...GOOD, ...large }, { limits }))).toEqual({ names: others(), codes: ["SK642"] });
    });

    test("[I20] stopped before it begins, it has done nothing", async () => {
      const text = await transport.publish(GOOD, machine);
      const before = machine.everything();
      const fetching = transport.source.fetch(text, context({ signal: AbortSignal.abort() }));
      await expect(fetching).rejects.toMatchObject({ code: "SK604", message: "fetching was stopped" });
      expect(machine.everything()).toEqual(before);
    });

    if (!without.includes("waiting"))
      test("[I20] what keeps one waiting ends in time, or when stopped", async () => {
        const text = await transport.stall!(machine);
        const before = machine.everything();
        const limits = { ...INSTALL_LIMITS, timeoutMs: 200 };
        expect(await outcomeOf(transport, text, context({ limits }))).toMatch(/^SK6/);
        expect(await outcomeOf(transport, text, context({ signal: AbortSignal.timeout(200) }))).toMatch(/^SK6/);
        expect(machine.everything()).toEqual(before);
      });

    test("its faults end in their codes, and leave nothing behind", async () => {
      const outcomes: Record<string, string> = {};
      for (const [fault, { prepare, context: changes }] of Object.entries(transport.faults ?? {})) {
        const text = await prepare(machine);
        const before = machine.everything();
        outcomes[fault] = await outcomeOf(transport, text, context(changes));
        expect(machine.everything()).toEqual(before);
      }
      const expected = Object.entries(transport.faults ?? {}).map(([fault, { code }]) => [fault, code]);
      expect(outcomes).toEqual(Object.fromEntries(expected));
    });
  });
}

function summary({ name, bundle }: FetchedSource["skills"][number]): object {
  const files = bundle.files.map(({ path, bytes, executable }) => [
    `${executable ? "*" : ""}${path}`,
    Buffer.from(bytes).toString("utf8"),
  ]);
  return { name, files: Object.fromEntries(files) };
}

function names(skills: FetchedSource["skills"]): string[] {
  return skills.map(({ name }) => name);
}

function codes(diagnostics: FetchedSource["diagnostics"]): string[] {
  return [...new Set(diagnostics.map(({ code }) => code))];
}

/** Returns the code of the thrown error, or of the finding in place of skills. */
async function outcomeOf(transport: Transport, text: string, context: SourceContext): Promise<string> {
  try {
    const { skills, diagnostics } = await transport.source.fetch(text, context);
    return skills.length > 0 ? `skills: ${names(skills)}` : codes(diagnostics).join();
  } catch (error) {
    if (error instanceof OperationError) return error.code;
    throw error;
  }
}
