// Makes the text of hosts.json from the profiles: the facts about each host at each version, without names of our own
// functions.

/**
 * Returns the text of hosts.json. Each rule is on one line, so that a diff shows which rule of which version changed.
 */
export function hostFacts(profiles) {
  const hosts = profiles.map((profile) => {
    const { name, title, summary, notCompared, detect } = profile;
    const versions = [profile, ...(profile.earlier ?? [])].map((each) => `    {${lines(factsOf(each), 5)}\n    }`);
    const head = lines({ name, title, summary, notCompared, skills: profile.runtime !== "none", detect }, 3);
    return `  {${head},\n   "versions": [\n${versions.join(",\n")}\n   ]\n  }`;
  });
  return `{\n "$schema": "./schemas/hosts.schema.json",\n "hosts": [\n${hosts.join(",\n")}\n ]\n}\n`;
}

function factsOf(profile) {
  const { version, confidence, roots, projectMarkers, walkUp, unmarked, homeEnds, walk, fields, notes } = profile;
  const { dialect: _, ...frontmatter } = profile.frontmatter;
  const { format: __, ...disclosure } = profile.disclosure;
  const { description, collisions, activation, envelope, arguments: replaced, reload, trust, facts } = profile;
  return {
    version,
    confidence,
    required: requiredFields(profile),
    roots: roots.map(({ dialect: ___, ...root }) => root),
    projectMarkers,
    walkUp,
    unmarked,
    homeEnds,
    // JSON has no infinity, so a missing depth means no limit.
    walk: { ...walk, depth: Number.isFinite(walk.depth) ? walk.depth : undefined },
    frontmatter,
    naming: profile.naming,
    description,
    collisions,
    disclosure,
    activation,
    envelope,
    arguments: replaced,
    reload,
    trust,
    fields,
    facts,
    notes,
  };
}

/** Returns the frontmatter keys without which the host drops a skill. */
function requiredFields({ runtime, naming, description, engine }) {
  if (runtime === "none") return [];
  const name = engine ? engine.withoutName === "rejected" : naming.from === "frontmatter";
  return [...(name ? ["name"] : []), ...(description.missing === "rejected" ? ["description"] : [])];
}

function lines(value, indent) {
  const rows = Object.entries(value).filter(([, each]) => each !== undefined);
  return rows.map(([key, each]) => `\n${" ".repeat(indent)}"${key}": ${JSON.stringify(each)}`).join(",");
}
