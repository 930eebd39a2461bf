/** Builds the answer of `explain`: why a skill is or is not visible, or the meaning of a code. */
import type { LoadOptions } from "../../../catalog/load/load.ts";
import { CATALOGUE, type CatalogueEntry, type Code } from "../../../model/diagnostics/catalogue.ts";
import { readCompressedPackageFile } from "../../../platform/read-compressed.ts";
import type { ExplainedCandidate, Explanation } from "../../explain/explain-skill.ts";
import { hostsHere } from "../../hosts/detect-hosts.ts";
import { explainEverywhere, type HostAnswer } from "../../hosts/look-hosts.ts";
import { type Answer, diagnosticJson, mapLazily, SCHEMA } from "../answer.ts";
import { answerJson, versionWarnings } from "./host-answers.ts";

export function explainAnswer(asked: string, explanation: Explanation, answers: readonly HostAnswer[]): Answer {
  const { found, nearest, searched, candidates, unseen } = explanation;
  return {
    fields: { schema: SCHEMA, asked, found, suggestions: nearest, searched },
    lists: {
      candidates: mapLazily(candidates, candidateJson),
      unread: mapLazily(unseen, diagnosticJson),
      hosts: mapLazily(answers, answerJson),
      diagnostics: versionWarnings(answers.map(({ view }) => view)),
    },
  };
}

function candidateJson({ diagnostics, ...candidate }: ExplainedCandidate): object {
  return { ...candidate, diagnostics: diagnostics.map(diagnosticJson) };
}

/**
 * Explains how the hosts on this machine treat skills with that name. If no host knows such a skill, explains each
 * candidate file instead.
 */
export async function hostAnswersHere(
  asked: string,
  { candidates }: Explanation,
  options: LoadOptions,
): Promise<HostAnswer[]> {
  const hosts = await hostsHere(options);
  if (hosts.length === 0) return [];
  const { answers } = await explainEverywhere(asked, { ...options, hosts });
  if (answers.length > 0) return answers;
  const others: HostAnswer[] = [];
  for (const { path } of candidates) others.push(...(await explainEverywhere(path, { ...options, hosts })).answers);
  return others;
}

/** Builds the answer of `explain` for hosts, with a warning for each unverified version. */
export function hostAnswers(asked: string, cwd: string, answers: readonly HostAnswer[]): Answer {
  const diagnostics = versionWarnings(answers.map(({ view }) => view));
  return { fields: { schema: SCHEMA, asked, cwd }, lists: { answers: mapLazily(answers, answerJson), diagnostics } };
}

export function codeAnswer(code: Code): { readonly page: string } {
  const entry: CatalogueEntry = CATALOGUE[code];
  return { ...{ schema: SCHEMA, code }, ...entry, page: codePage(code) };
}

export function codePage(code: Code): string {
  const [, rest = ""] = readCompressedPackageFile("dist/diagnostics.md.br").split(`<!-- ${code} -->\n`);
  return rest.split(/^<!-- SK\d+ -->\n/m, 1)[0] ?? "";
}
