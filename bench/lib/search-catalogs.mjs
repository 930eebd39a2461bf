// Measures shortened descriptions in a listing that has no room for all of them: how often the remaining words lead to
// the right skill. Compares our way to shorten with two other ways. Our own search reads only the listing.
export async function measureCatalogs(catalogs, library, characters) {
  console.log(
    `\n## Shortened descriptions: ${catalogs[0].skills.length} skills in ${characters} characters (recall@1 / @5, %)\n`,
  );
  console.log("| what is listed | found |\n| --- | --- |");
  for (const [name, list] of Object.entries(WAYS)) {
    let hits = [0, 0];
    let count = 0;
    for (const { skills, queries } of catalogs) {
      const index = library.buildIndex(await list(skills, library, characters));
      for (const { query, golds } of queries) {
        const rank = index.search(query, { k: 5 }).findIndex(({ id }) => golds.includes(id));
        hits = [hits[0] + (rank === 0 ? 1 : 0), hits[1] + (rank >= 0 ? 1 : 0)];
        count++;
      }
    }
    console.log(`| ${name} | ${hits.map((each) => ((100 * each) / count).toFixed(1)).join(" / ")} |`);
  }
}

const WAYS = {
  everything: async (skills) => skills.map(({ id, name, description }) => ({ id, name, description })),
  "our catalog": ours,
  "beginnings of one length": async (skills, _, characters) => cutFairly(skills, characters),
  "whole descriptions, the shortest first": async (skills, _, characters) => dropLongest(skills, characters),
  names: async (skills) => skills.map(({ id, name }) => ({ id, name, description: "" })),
};

/** Returns the library's catalog, as a model would get it. */
async function ours(skills, { openSkills, memorySource }, characters) {
  const files = Object.fromEntries(
    skills.map(({ id, name, description }) => [
      `${id}/SKILL.md`,
      `---\nname: ${JSON.stringify(name)}\ndescription: ${JSON.stringify(description)}\n---\n`,
    ]),
  );
  const opened = await openSkills({ ambient: false, sources: [memorySource("bench", files)] });
  const { entries } = await opened.catalog({ budget: { fallbackChars: characters } });
  const idOf = new Map(opened.snapshot.skills.map(({ skill }) => [skill.id, skill.directory.split("/").at(-1)]));
  return entries.map(({ id, address, text }) => ({ id: idOf.get(id), name: address, description: text }));
}

/** Returns `- name: description` for each skill, with all descriptions cut to one length. */
function cutFairly(skills, characters) {
  const room = characters - skills.reduce((sum, { name }) => sum + name.length + 5, 0);
  let length = 0;
  const taken = (most) => skills.reduce((sum, { description }) => sum + Math.min(most, description.length), 0);
  while (length < 2000 && taken(length + 1) <= room) length++;
  return skills.map(({ id, name, description }) => ({ id, name, description: description.slice(0, length) }));
}

function dropLongest(skills, characters) {
  let left = characters - skills.reduce((sum, { name }) => sum + name.length + 5, 0);
  const kept = new Set();
  for (const skill of [...skills].sort((a, b) => a.description.length - b.description.length)) {
    left -= skill.description.length;
    if (left < 0) break;
    kept.add(skill);
  }
  return skills.map((skill) => ({
    id: skill.id,
    name: skill.name,
    description: kept.has(skill) ? skill.description : "",
  }));
}
