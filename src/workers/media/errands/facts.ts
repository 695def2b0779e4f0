import type { MediaFacts } from '#core/errands.ts';
import type { Material } from './material.ts';

/** What a view of the material says of it. */
export function readFacts(material: Material): MediaFacts {
  const nothing = { width: null, height: null, durationSeconds: null, frameRate: null, hasSound: false, fault: null };
  if (material.kind === 'picture') {
    const { width, height } = material.bitmap;
    return { ...nothing, audioTracks: [], kind: 'picture', width, height };
  }
  const audioTracks = [...material.audioTracks];
  if (material.kind === 'sound') {
    const { durationSeconds } = material;
    return { ...nothing, audioTracks, kind: 'sound', durationSeconds, hasSound: true };
  }
  const { durationSeconds, video, audio } = material.source.info;
  const { width, height, frameRate } = video;
  const hasSound = audio !== null;
  return { ...nothing, audioTracks, kind: 'video', width, height, durationSeconds, frameRate, hasSound };
}
