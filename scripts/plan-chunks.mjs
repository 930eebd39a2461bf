// Decides which modules share a file. The input is the chunks of a build without any merging. The output maps each
// module to the name of its chunk. Rolldown makes a chunk for every set of entry points that share code: some hundreds
// of small files. Each file costs room in the package and time to open. Two chunks are merged if few programs then load
// code that they do not need. The pair with the least added bytes comes first, until `most` chunks are left. Two chunks
// are not merged if two chunks would then import each other, because the one that is loaded first would find the other
// incomplete.

/**
 * `weigh` returns the weight of a byte that a program loads unnecessarily. `keep` selects chunks that are never merged.
 * `starts` has the most frequent programs, each with the modules that it loads and its weight.
 */
export function planChunks(output, { most, weigh, keep, starts }) {
  const chunks = output.filter(({ type }) => type === "chunk");
  const index = new Map(chunks.map(({ fileName }, at) => [fileName, at]));
  const withModule = (id) => {
    const at = chunks.findIndex(({ moduleIds }) => moduleIds.includes(id));
    if (at === -1) throw new Error(`no chunk has the module ${id}`);
    return at;
  };
  const programs = [
    ...chunks.flatMap((chunk, at) =>
      chunk.isEntry || chunk.isDynamicEntry ? [{ begins: [at], weight: weigh(chunk) }] : [],
    ),
    ...starts.map(({ modules, weight }) => ({ begins: modules.map(withModule), weight })),
  ];
  const graph = chunks.map((chunk) => ({
    modules: chunk.moduleIds,
    name: chunk.name,
    fixed: keep(chunk),
    /** Code of npm packages is large, and most programs need none of it, so it never shares a file with ours. */
    foreign: chunk.moduleIds.some((id) => id.includes("node_modules")),
    size: chunk.code.length,
    needs: new Set(chunk.imports.filter((file) => index.has(file)).map((file) => index.get(file))),
    /** The weight of each program that loads the chunk, or 0 for a program that does not. */
    users: new Float64Array(programs.length),
  }));
  programs.forEach(({ begins, weight }, user) => {
    const seen = new Set();
    for (const begin of begins) reach(begin, graph, seen);
    for (const at of seen) graph[at].users[user] = weight;
  });
  const live = new Set(graph.keys());
  const costs = new Map([...live].filter((at) => !graph[at].fixed).map((at) => [at, new Map()]));
  for (const at of costs.keys()) price(at, costs, graph);
  while (live.size > most) {
    const pair = cheapest(costs, graph);
    if (pair === undefined) break;
    const changed = merge(pair, graph, live, costs);
    for (const at of changed) if (costs.has(at)) price(at, costs, graph);
  }
  const names = new Map();
  const taken = new Set();
  for (const at of live) {
    const name = taken.has(graph[at].name) ? `${graph[at].name}-${at}` : graph[at].name;
    taken.add(name);
    for (const id of graph[at].modules) names.set(id, name);
  }
  return names;
}

/** The number of bytes of code that take as long as finding, opening and reading one file. */
const FILE_BYTES = 4000;

/** Stores the cost of each pair of chunks at the chunk with the lower index. */
function price(at, costs, graph) {
  for (const other of costs.keys())
    if (other !== at) costs.get(Math.min(at, other)).set(Math.max(at, other), costOf(graph[at], graph[other]));
}

/**
 * Returns a lower bound of the bytes that programs load unnecessarily after a merge. On a tie, small chunks come first.
 */
function costOf(one, other) {
  if (one.foreign !== other.foreign) return Infinity;
  return added(one, [other]) + added(other, [one]) + (one.size + other.size) / 1e6 - saved(one, other);
}

/** Returns the cost of a merge, including all dependencies of both chunks. */
function fullCostOf(one, other, graph) {
  const needed = (at) => [...reach(at, graph)].map((each) => graph[each]);
  const [first, second] = [graph[one], graph[other]];
  return (
    added(first, needed(other)) + added(second, needed(one)) + (first.size + second.size) / 1e6 - saved(first, second)
  );
}

/** Returns the weighted bytes that a merge saves, because a program that loads both chunks then opens one file less. */
function saved(one, other) {
  let files = 0;
  for (let user = 0; user < one.users.length; user++) files += Math.min(one.users[user], other.users[user]);
  return files * FILE_BYTES;
}

/** Returns the weighted bytes of the chunks that the users of one chunk do not load yet. */
function added({ users }, chunks) {
  let bytes = 0;
  for (const chunk of chunks)
    for (let user = 0; user < users.length; user++) if (chunk.users[user] === 0) bytes += users[user] * chunk.size;
  return bytes;
}

function cheapest(costs, graph) {
  for (;;) {
    let best;
    for (const [one, others] of costs)
      for (const [other, cost] of others) if (cost < (best?.cost ?? Infinity)) best = { one, other, cost };
    if (best === undefined) return undefined;
    const { one, other, cost } = best;
    const isCycle = isThroughThird(one, other, graph) || isThroughThird(other, one, graph);
    const full = isCycle ? Infinity : fullCostOf(one, other, graph);
    if (full <= cost) return best;
    costs.get(one).set(other, full);
  }
}

/** Returns whether one chunk depends on the other through a third. */
function isThroughThird(from, to, graph) {
  return [...graph[from].needs].some((next) => next !== to && reach(next, graph).has(to));
}

/** Returns the chunks whose costs are different now. */
function merge({ one: into, other: from }, graph, live, costs) {
  const [one, other] = [graph[into], graph[from]];
  one.modules = [...one.modules, ...other.modules];
  one.size += other.size;
  one.needs = new Set([...one.needs, ...other.needs].filter((at) => at !== into && at !== from));
  live.delete(from);
  costs.delete(from);
  for (const others of costs.values()) others.delete(from);
  for (const at of live) if (graph[at].needs.delete(from) && at !== into) graph[at].needs.add(into);
  // A program that loads one of the chunks now also loads the other chunk and all its dependencies.
  const users = one.users.map((weight, user) => Math.max(weight, other.users[user]));
  const changed = [...reach(into, graph)];
  for (const at of changed) graph[at].users = graph[at].users.map((weight, user) => Math.max(weight, users[user]));
  return changed;
}

function reach(from, graph, seen = new Set()) {
  if (seen.has(from)) return seen;
  seen.add(from);
  for (const next of graph[from].needs) reach(next, graph, seen);
  return seen;
}
