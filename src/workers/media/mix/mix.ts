import type { TimelineDocument } from '#core/timeline/document.ts';
import type { AssetFile } from '#core/timeline/render.ts';
import { getDocumentSeconds, nameUsers } from '#core/timeline/schedule.ts';
import { soundIn, type SoundSpan } from '#core/timeline/sound.ts';
import type { Warn } from '../source/source.ts';
import { toFrame } from './gain.ts';
import { limit, limiterReach, type Ceiling } from './limiter.ts';
import { mixSpans, type OpenVoice } from './mixer.ts';
import type { OpenSound } from './sound-source.ts';
import { Sources } from './sources.ts';
import { mapChannels, type Stereo } from './stereo.ts';
import { createVoice, type Resamplers } from './create-voice.ts';

/** The mixed audio of a canvas, at 48 kHz. */
export interface Mix {
  /** Whether any audio is audible; otherwise the mix is silent. */
  readonly hasSound: boolean;
  readonly frameCount: number;
  /** Decodes and mixes all blocks in order, as they are read. Can be called again after the last stream has ended. */
  blocks(): AsyncGenerator<Stereo, void>;
  /** Releases the sources. Must be called when no blocks are being read. */
  close(): Promise<void>;
}

export type MixOptions = {
  readonly document: TimelineDocument;
  /** The span of the canvas; null for all of it. Samples do not depend on where it begins. */
  readonly span: { readonly startSeconds: number; readonly endSeconds: number } | null;
  readonly assets: Readonly<Record<string, AssetFile>>;
  readonly openSound: OpenSound;
  readonly warn: Warn;
  /** The level above which audio is limited; null if a limiter follows later. The default is full scale, the maximum of files. */
  readonly ceiling?: Ceiling | null;
};

const fullScale: Ceiling = { amplitude: 1, isTruePeak: false };

/** The margin before a passage: audio that ended earlier is inaudible in it, and the limiter does not depend on it. */
const marginSeconds = 1;

/** Opens the mix of a canvas. A missing or damaged source causes a warning and silence. */
export async function openMix(options: MixOptions): Promise<Mix> {
  const { document, span, openSound, warn, ceiling = fullScale } = options;
  const { startSeconds, endSeconds } = span ?? { startSeconds: 0, endSeconds: getDocumentSeconds(document) };
  const passage = { from: toFrame(startSeconds), to: toFrame(endSeconds) };
  // The whole canvas, because the start of the span must not change its audio.
  const spans = soundIn(document, { startSeconds: 0, endSeconds: Number.POSITIVE_INFINITY });
  const heard = spans.filter((one) => one.startSeconds < endSeconds && one.endSeconds > startSeconds - marginSeconds);
  const sources = new Sources(heard, options, openSound, warn);
  return {
    hasSound: await hasSound(heard, sources),
    frameCount: passage.to - passage.from,
    blocks: () => {
      const from = Math.max(0, passage.from - limiterReach);
      const mixed = mixSpans(spans, { from, to: passage.to }, createOpener(sources, options));
      return skip(ceiling ? limit(mixed, ceiling) : mixed, passage.from - from);
    },
    close: () => sources.close(),
  };
}

async function hasSound(spans: readonly SoundSpan[], sources: Sources): Promise<boolean> {
  try {
    for (const span of spans) {
      if (await sources.get(span)) {
        return true;
      }
    }
    return false;
  } catch (thrown) {
    await sources.close();
    throw thrown;
  }
}

function createOpener(sources: Sources, { document, warn }: MixOptions): OpenVoice {
  const resamplers: Resamplers = new Map();
  return async (span) => {
    const source = await sources.get(span);
    const onDamage = (): void =>
      warn(`The audio of ${nameUsers(document, span.assetId)} is damaged. The unreadable parts are silent.`);
    return source && createVoice(span, source, resamplers, onDamage);
  };
}

/** Skips the first frames. */
async function* skip(blocks: AsyncGenerator<Stereo, void>, frames: number): AsyncGenerator<Stereo, void> {
  let left = frames;
  for await (const block of blocks) {
    const skipped = Math.min(left, block.left.length);
    left -= skipped;
    if (skipped < block.left.length) {
      yield skipped === 0 ? block : mapChannels(block, (channel) => channel.slice(skipped));
    }
  }
}
