/** The part of music-tempo that is used here; the package has no types. */
declare module 'music-tempo' {
  export default class MusicTempo {
    constructor(samples: Float32Array);
    readonly tempo: string;
    readonly beats: number[];
  }
}
