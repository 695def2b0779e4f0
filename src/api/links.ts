import type { Asset } from '#core/records.ts';

/** Every address that the API gives out. */
export type Links = {
  readonly media: (asset: Pick<Asset, 'id' | 'extension'>) => string;
  readonly upload: (ticketId: string) => string;
  readonly jobPath: (jobId: string) => string;
  readonly editorPath: (canvasId: string) => string;
  readonly canvas: (canvasId: string) => string;
  readonly jobs: (search: URLSearchParams) => string;
};

/** Addresses below `base`, which may be a sub-path; the same on both mounts. */
export function createLinks(base: URL): Links {
  const to = (path: string): string => new URL(path, base).href;
  const editor = (canvasId: string): string => `workspace/canvas/editor/${canvasId}`;
  return {
    media: ({ id, extension }) => to(`media/${id}.${extension}`),
    upload: (ticketId) => to(`upload/${ticketId}`),
    jobPath: (jobId) => `${base.pathname}v1/jobs/${jobId}`,
    editorPath: (canvasId) => base.pathname + editor(canvasId),
    canvas: (canvasId) => to(editor(canvasId)),
    jobs: (search) => to(`v1/jobs?${search.toString()}`),
  };
}
