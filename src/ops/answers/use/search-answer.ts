import type { SearchAnswer } from "../../../search/search-stored.ts";
import { type Answer, mapLazily, SCHEMA } from "../answer.ts";

export function searchAnswer(query: string, { found, host, revision }: SearchAnswer): Answer {
  const match = found.length === 0 ? "none" : found[0]?.weak ? "weak" : "good";
  return { fields: { schema: SCHEMA, host, revision, query, match }, lists: { hits: mapLazily(found, hitJson) } };
}

function hitJson({
  address,
  id,
  name,
  description,
  path,
  withheld,
  score,
  terms,
}: SearchAnswer["found"][number]): object {
  const rounded = Math.round(score * 1e4) / 1e4;
  return { address, id, name, description, path, ...(withheld ? { withheld } : {}), score: rounded, terms };
}
