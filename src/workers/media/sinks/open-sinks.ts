import type { CutOutOptions, Quality } from '#core/runners.ts';
import type { Bytes } from '#store/bytes.ts';
import type { Source, Span, Warn } from '../source/source.ts';
import { openMov } from './mov.ts';
import { openMp4 } from './mp4.ts';
import { openProxy } from './proxy.ts';
import type { Sink } from './sink.ts';
import { openWebm, type WebmOptions } from './webm.ts';

/** The file that was asked for, and beside it its proxy. */
export async function openSinks(
  bytes: Bytes,
  options: CutOutOptions,
  source: Source,
  span: Span,
  warn: Warn,
): Promise<Sink> {
  const main = await openMain(bytes, options, source, span, warn);
  if (options.proxyFile === null) {
    return main;
  }
  const proxyOptions = { name: options.proxyFile, quality: vp9Quality('fast', source) };
  try {
    return both(main, await openProxy(bytes, source, span, proxyOptions, warn));
  } catch (thrown) {
    await main.abort();
    throw thrown;
  }
}

function openMain(bytes: Bytes, options: CutOutOptions, source: Source, span: Span, warn: Warn): Promise<Sink> {
  const { outputFile: name, quality, green } = options;
  const { width, height, frameRate } = source.info.video;
  if (options.format === 'webm') {
    return openWebm(bytes, source, span, { name, width, height, quality: vp9Quality(quality, source) }, warn);
  }
  if (options.format === 'mov') {
    return openMov(bytes, source, span, { name, quality }, warn);
  }
  const bitrate = width * height * Math.min(60, frameRate) * (quality === 'best' ? 0.16 : 0.1);
  return openMp4(bytes, source, span, { name, width, height, bitrate, green }, warn);
}

/** How VP9 is to look: of constant quality; and the bits per pixel where a browser cannot do that. */
function vp9Quality(quality: Quality, source: Source): WebmOptions['quality'] {
  const { width, height, frameRate } = source.info.video;
  const pixelRate = width * height * Math.min(60, frameRate);
  return {
    colour: { quantizer: quality === 'best' ? 28 : 36, bitrate: pixelRate * 0.15 },
    alpha: { quantizer: quality === 'best' ? 6 : 14, bitrate: pixelRate * 0.08 },
  };
}

/** Two files of the same frames. */
function both(main: Sink, second: Sink): Sink {
  return {
    hasAudio: main.hasAudio,
    write: async (frame) => {
      await second.write(frame);
      await main.write(frame);
    },
    close: async () => {
      await main.close();
      await second.close();
    },
    abort: async () => {
      await Promise.allSettled([main.abort(), second.abort()]);
    },
  };
}
