import { keptRhythm, rhythmVersion } from '#core/analysis/rhythm.ts';
import { describeMissingTrack } from '#core/model/audio-tracks.ts';
import { Failure } from '#core/lib/failure.ts';
import { readPeaks } from '#core/lib/peaks.ts';
import type { Asset } from '#core/model/records.ts';
import { askEngine } from '../engine-tasks.ts';
import type { Handlers } from '../handler.ts';
import { invalid } from '../parse-request.ts';
import { toPicture } from '../picture-response.ts';
import type { ApiContext } from '../ports.ts';

/** The kinds of assets that a canvas may contain, including deleted files that canvases still use. */
const shownKinds: readonly Asset['kind'][] = ['material', 'result', 'part', 'proxy', 'kept'];

type Names = 'getThumbnail' | 'getFilmstrip' | 'getPeaks' | 'getBeats';

export function createMaterialPictureHandlers(context: ApiContext): Pick<Handlers, Names> {
  return {
    getThumbnail: async ({ params, query }) => {
      const { file, mimeType } = await findAsset(context, params.material);
      const { atSeconds = null, width } = query;
      const answer = await askEngine(context, { kind: 'thumbnail', file, mimeType, atSeconds, width });
      return toPicture(context, answer);
    },
    getFilmstrip: async ({ params, query }) => {
      const { file, mimeType } = await findAsset(context, params.material);
      const answer = await askEngine(context, { kind: 'filmstrip', file, mimeType, ...query });
      const { count, width, height, stepSeconds } = answer.notes;
      return toPicture(context, answer, {
        'X-Tile-Count': String(count),
        'X-Tile-Width': String(width),
        'X-Tile-Height': String(height),
        'X-Tile-Seconds': String(stepSeconds),
      });
    },
    getPeaks: async ({ params, query }) => {
      const { file, mimeType, audioTrack } = await findTrack(context, params.material, query.audioTrack);
      const answer = await askEngine(context, { kind: 'peaks', file, mimeType, ...audioTrack });
      const peaks = await readPeaks(await context.store.bytes.read(answer.file), { ...query, to: query.to });
      return { ...peaks, ...(answer.warnings.length > 0 && { warnings: answer.warnings }) };
    },
    getBeats: async ({ params, query }) => {
      const { file, mimeType, audioTrack } = await findTrack(context, params.material, query.audioTrack);
      const answer = await askEngine(context, { kind: 'beats', file, mimeType, ...audioTrack, version: rhythmVersion });
      const made = await context.store.bytes.read(answer.file);
      const heard = keptRhythm.parse(JSON.parse(await made.text()));
      const warnings = answer.warnings.length > 0 ? { warnings: answer.warnings } : {};
      if (typeof heard === 'string') {
        return { bpm: null, confidence: 0, beats: [], ...warnings };
      }
      return { bpm: heard.bpm, confidence: heard.confidence, beats: heard.beats, ...warnings };
    },
  };
}

/** Throws MATERIAL_NOT_FOUND. */
async function findAsset({ store }: ApiContext, id: string): Promise<Asset> {
  const asset = await store.get('assets', id);
  if (!asset || !shownKinds.includes(asset.kind)) {
    throw new Failure('MATERIAL_NOT_FOUND');
  }
  return asset;
}

/**
 * Throws MATERIAL_NOT_FOUND. Throws VALIDATION_FAILED for an audio track that the material does not have, if its tracks are known.
 */
async function findTrack(context: ApiContext, id: string, index: number | undefined) {
  const { file, mimeType, facts } = await findAsset(context, id);
  const count = facts?.audioTracks?.length;
  if (index !== undefined && count !== undefined && index >= count) {
    throw invalid([{ path: 'audioTrack', message: describeMissingTrack(index, count) }]);
  }
  // A request without the field finds a result that was cached before materials could have several audio tracks.
  return { file, mimeType, audioTrack: index === undefined ? {} : { audioTrack: index } };
}
