import type { Page } from 'playwright-core';

/** The kinds of objects that a page's script creates; the others are compiled code and the browser's own data. */
const ownKinds = ['object', 'closure', 'array', 'string', 'concatenated string', 'sliced string', 'number', 'bigint'];

type Snapshot = {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly (readonly string[])[] };
  };
  readonly nodes: readonly number[];
};

/** Returns the bytes of the objects, functions and texts of a page's script, after garbage collection. */
export async function measureOwnHeap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', {});
  await session.detach();
  return sumOwn(JSON.parse(chunks.join('')) as Snapshot);
}

/** Sums up the sizes of the page's own nodes. Each node is one value for each field; the type of the first field lists the kinds. */
function sumOwn({ snapshot: { meta }, nodes }: Snapshot): number {
  const [kinds = []] = meta.node_types;
  const [kindAt, sizeAt] = [meta.node_fields.indexOf('type'), meta.node_fields.indexOf('self_size')];
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += meta.node_fields.length) {
    const kind = kinds[nodes[at + kindAt] ?? -1];
    bytes += kind !== undefined && ownKinds.includes(kind) ? (nodes[at + sizeAt] ?? 0) : 0;
  }
  return bytes;
}
