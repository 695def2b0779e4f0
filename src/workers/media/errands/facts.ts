import type { MediaFacts } from '#core/errands.ts';
import type { Material } from './material.ts';

/** What a view of the material says of it. */
export function readFacts(material: Material): MediaFacts {
  const nothing = { width: null, height: null, durationSeconds: null, frameRate: null, hasSound: false, fault: null };
  if (material.kind === 'picture') {
    const { width, height } = material.bitmap;
    return { ...nothing, kind: 'picture', width, height };
  }
  if (material.kind === 'sound') {
    return { ...nothing, kind: 'sound', durationSeconds: material.durationSeconds, hasSound: true };
  }
  const { durationSeconds, video, audio } = material.source.info;
  const { width, height, frameRate } = video;
  return { ...nothing, kind: 'video', width, height, durationSeconds, frameRate, hasSound: audio !== null };
}
