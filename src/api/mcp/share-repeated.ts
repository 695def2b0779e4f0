type Node = Readonly<Record<string, unknown>>;

/** The minimum number of characters of a part for which a reference saves space. */
const minShared = 160;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Calls `visit` for every schema directly within a schema, and replaces it with the returned value. */
function mapSchemas(node: Node, visit: (schema: Node) => Node): Node {
  const map = (keyword: string, value: unknown): unknown => {
    if (['properties', '$defs'].includes(keyword) && isNode(value)) {
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, isNode(one) ? visit(one) : one]));
    }
    if (['anyOf', 'oneOf', 'allOf', 'prefixItems'].includes(keyword) && Array.isArray(value)) {
      return value.map((one: unknown) => (isNode(one) ? visit(one) : one));
    }
    return ['items', 'additionalProperties', 'propertyNames', 'not'].includes(keyword) && isNode(value)
      ? visit(value)
      : value;
  };
  return Object.fromEntries(Object.entries(node).map(([keyword, value]) => [keyword, map(keyword, value)]));
}

/** Returns a JSON Schema in which long repeated parts are written once, in `$defs`. */
export function shareRepeated(schema: Node): Node {
  const counts = new Map<string, number>();
  const count = (node: Node): Node => {
    const text = JSON.stringify(node);
    const seen = counts.get(text) ?? 0;
    counts.set(text, seen + 1);
    // Schemas inside a repeated part are written once together with that part.
    return seen === 0 ? mapSchemas(node, count) : node;
  };
  mapSchemas(schema, count);
  const names = new Map<string, string>();
  const shared: Record<string, Node> = {};
  const share = (node: Node): Node => {
    const text = JSON.stringify(node);
    if (text.length < minShared || (counts.get(text) ?? 0) < 2) {
      return mapSchemas(node, share);
    }
    const known = names.get(text);
    const name = known ?? `part${names.size + 1}`;
    if (known === undefined) {
      names.set(text, name);
      shared[name] = mapSchemas(node, share);
    }
    return { $ref: `#/$defs/${name}` };
  };
  const { $defs, ...rest } = mapSchemas(schema, share);
  return { ...rest, $defs: { ...(isNode($defs) && $defs), ...shared } };
}
