/** Explains why a file has no audio track with an index. */
export const describeMissingTrack = (index: number, count: number): string =>
  `there is no audio track ${index}: the file has ${count === 1 ? 'one audio track, 0' : `${count} audio tracks, numbered from 0`}`;
