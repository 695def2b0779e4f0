import { Failure } from '#core/lib/failure.ts';
import { toMediaResponse } from '../media-response.ts';
import type { Handlers } from '../handler.ts';
import type { ApiContext } from '../ports.ts';

export function createMediaHandlers({ store }: ApiContext): Pick<Handlers, 'getMedia'> {
  return {
    getMedia: async ({ params, query, request }) => {
      const [, id = '', extension] = /^(.+)\.([a-z0-9]+)$/.exec(params.file) ?? [];
      const asset = await store.get('assets', id);
      if (!asset || asset.extension !== extension) {
        throw new Failure('NOT_FOUND', {
          message:
            'No file has this URL; it may have been deleted. Read the URL again from the job, material or canvas.',
        });
      }
      const file = await store.bytes.read(asset.file);
      return toMediaResponse(asset, file, request, query.download === undefined ? 'inline' : 'attachment');
    },
  };
}
