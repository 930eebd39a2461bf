// The minifier writes every text as a template. V8 scans a template character by character, but an ordinary string in
// one fast loop, so this function writes templates without values as strings.
import { parseAst } from "rolldown/parseAst";

export function plainStrings(code) {
  const templates = [];
  collect(parseAst(code), undefined, templates);
  let rest = "";
  let at = 0;
  for (const { start, end, quasis } of templates.sort((a, b) => a.start - b.start)) {
    rest += code.slice(at, start) + quote(quasis[0].value.cooked);
    at = end;
  }
  return rest + code.slice(at);
}

/** Finds templates that a string can replace. A string that is a whole statement could be a directive. */
function collect(node, parent, found) {
  if (node.type === "TemplateLiteral" && node.expressions.length === 0) {
    if (parent.type !== "TaggedTemplateExpression" && parent.type !== "ExpressionStatement") found.push(node);
    return;
  }
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (child !== null && typeof child === "object") collect(child, node, found);
}

/** Returns the shorter of the two ways to quote a text. */
function quote(text) {
  const double = JSON.stringify(text);
  const single = `'${double.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  return single.length < double.length ? single : double;
}
