import type { Asset } from '#core/model/records.ts';

/** The URLs of all resources that responses contain. */
export type Links = {
  readonly media: (asset: Pick<Asset, 'id' | 'extension'>) => string;
  readonly upload: (ticketId: string) => string;
  readonly jobPath: (jobId: string) => string;
  readonly editorPath: (canvasId: string) => string;
  readonly canvas: (canvasId: string) => string;
  /** Returns the URL of one page of a list, without undefined parameters. */
  readonly ledger: (query: Query) => string;
  readonly jobs: (query: Query) => string;
  readonly canvases: (query: Query) => string;
};

type Query = Readonly<Record<string, string | number | undefined>>;

/** Creates URLs below `base`, which may be a sub-path. Both mounts of the API return the same URLs. */
export function createLinks(base: URL): Links {
  const to = (path: string): string => new URL(path, base).href;
  const editor = (canvasId: string): string => `workspace/canvas/editor/${canvasId}`;
  return {
    media: ({ id, extension }) => to(`media/${id}.${extension}`),
    upload: (ticketId) => to(`upload/${ticketId}`),
    jobPath: (jobId) => `${base.pathname}v1/jobs/${jobId}`,
    editorPath: (canvasId) => base.pathname + editor(canvasId),
    canvas: (canvasId) => to(editor(canvasId)),
    ledger: (query) => to(`v1/ledger?${toSearch(query)}`),
    jobs: (query) => to(`v1/jobs?${toSearch(query)}`),
    canvases: (query) => to(`v1/canvases?${toSearch(query)}`),
  };
}

const toSearch = (query: Query): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();
