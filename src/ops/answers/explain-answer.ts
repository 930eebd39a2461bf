/** `explain`: why a skill is there or not, or what a code means. */
import type { LoadOptions } from "../../catalog/load/load.ts";
import { CATALOGUE, type CatalogueEntry, type Code } from "../../model/diagnostics/catalogue.ts";
import { readPackageFile } from "../../platform/environment.ts";
import type { Candidate, Explanation } from "../explain/explain.ts";
import { explainEverywhere, type HostAnswer, hostsHere } from "../look-hosts.ts";
import { type Answer, diagnosticJson, map, SCHEMA } from "./answer.ts";
import { answerJson } from "./host-answers.ts";

export function explainAnswer(asked: string, explanation: Explanation, answers: readonly HostAnswer[]): Answer {
  const { found, nearest, searched, candidates, unseen } = explanation;
  return {
    fields: { schema: SCHEMA, asked, found, nearest, searched },
    lists: {
      candidates: map(candidates, candidateJson),
      unseen: map(unseen, diagnosticJson),
      hosts: map(answers, answerJson),
    },
  };
}

function candidateJson({ diagnostics, ...candidate }: Candidate): object {
  return { ...candidate, diagnostics: diagnostics.map(diagnosticJson) };
}

/** Returns what the hosts of this machine do with the skills of that name, or else with the files that we found. */
export async function answersHere(
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

/** With chosen hosts, only what these say. */
export function hostAnswers(asked: string, cwd: string, answers: readonly HostAnswer[]): Answer {
  return { fields: { schema: SCHEMA, asked, cwd }, lists: { answers: map(answers, answerJson) } };
}

export function codeAnswer(code: Code): { readonly page: string } {
  const entry: CatalogueEntry = CATALOGUE[code];
  return { ...{ schema: SCHEMA, code }, ...entry, page: codePage(code) };
}

export function codePage(code: Code): string {
  const [, rest = ""] = readPackageFile("dist/diagnostics.md").split(`<!-- ${code} -->\n`);
  return rest.split(/^<!-- SK\d+ -->\n/m, 1)[0] ?? "";
}
