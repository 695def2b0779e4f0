import { signal, type ReadonlySignal } from '@preact/signals';
import type { Comparison } from './comparison.ts';

/** Plays two videos in sync. The result leads, with its audio and duration; the source follows. */
export class Player {
  readonly result: HTMLVideoElement;
  readonly source: HTMLVideoElement | null;
  readonly #comparison: Comparison;
  readonly #seekResult: (seconds: number) => void;
  readonly #seekSource: (seconds: number) => void;
  readonly #controller = new AbortController();
  readonly #isPlaying = signal(false);
  readonly #isMuted = signal(true);
  readonly #timeSeconds = signal(0);
  readonly #problem = signal<string | null>(null);

  /** Calls `onFrame` for every new frame of either video. */
  constructor(comparison: Comparison, onFrame: () => void) {
    this.#comparison = comparison;
    this.result = createVideo(comparison.resultUrl);
    this.source = comparison.sourceUrl === null ? null : createVideo(comparison.sourceUrl);
    this.#seekResult = createSeeker(this.result);
    this.#seekSource = this.source ? createSeeker(this.source) : () => undefined;
    this.#listen(onFrame);
  }

  get isPlaying(): ReadonlySignal<boolean> {
    return this.#isPlaying;
  }

  get isMuted(): ReadonlySignal<boolean> {
    return this.#isMuted;
  }

  /** The start time of the current frame. */
  get timeSeconds(): ReadonlySignal<number> {
    return this.#timeSeconds;
  }

  /** The reason why the result cannot be played, in a sentence; null while it can. */
  get problem(): ReadonlySignal<string | null> {
    return this.#problem;
  }

  play(): void {
    // A browser may refuse autoplay; then the play button starts it.
    void this.result.play().catch(() => undefined);
    void this.source?.play().catch(() => undefined);
  }

  pause(): void {
    this.result.pause();
    this.source?.pause();
  }

  toggle(): void {
    if (this.result.paused) {
      this.play();
    } else {
      this.pause();
    }
  }

  seek(seconds: number): void {
    const { frameRate, durationSeconds, sourceStartSeconds } = this.#comparison;
    const last = Math.max(0, Math.ceil(durationSeconds * frameRate) - 1);
    const frame = Math.min(last, Math.max(0, toFrame(seconds, frameRate)));
    // The middle of the frame: rounded timestamps of the file then cannot select its neighbor.
    const middle = (frame + 0.5) / frameRate;
    this.#timeSeconds.value = frame / frameRate;
    this.#seekResult(middle);
    this.#seekSource(middle + sourceStartSeconds);
  }

  /** Pauses, and steps by the given number of frames; backward if negative. */
  step(frames: number): void {
    const { frameRate } = this.#comparison;
    this.pause();
    this.seek((toFrame(this.#timeSeconds.value, frameRate) + frames) / frameRate);
  }

  setMuted(isMuted: boolean): void {
    this.#isMuted.value = isMuted;
    this.result.muted = isMuted;
  }

  close(): void {
    this.#controller.abort();
    for (const video of [this.result, this.source]) {
      video?.pause();
      video?.removeAttribute('src');
      video?.load();
    }
  }

  #listen(onFrame: () => void): void {
    const { result, source } = this;
    const { signal } = this.#controller;
    watch(result, signal, () => {
      this.#tick();
      onFrame();
    });
    result.addEventListener('play', () => (this.#isPlaying.value = true), { signal });
    result.addEventListener('pause', () => (this.#isPlaying.value = false), { signal });
    result.addEventListener(
      'error',
      () => (this.#problem.value = 'This browser cannot play the result. Download it to watch it.'),
      {
        signal,
      },
    );
    if (source) {
      watch(source, signal, onFrame);
      source.addEventListener('error', onFrame, { signal });
    }
  }

  #tick(): void {
    const { result, source } = this;
    if (!result.paused && !result.seeking) {
      const { frameRate, sourceStartSeconds } = this.#comparison;
      this.#timeSeconds.value = toFrame(result.currentTime, frameRate) / frameRate;
      follow(source, result.currentTime + sourceStartSeconds);
    }
  }
}

/** Returns the frame number at a time. An epsilon is added, because a frame's start may be rounded down. */
const toFrame = (seconds: number, frameRate: number): number => Math.floor(seconds * frameRate + 0.001);

function createVideo(url: string): HTMLVideoElement {
  const video = document.createElement('video');
  video.muted = true;
  video.loop = true;
  video.playsInline = true;
  video.preload = 'auto';
  video.src = url;
  return video;
}

/** Seeks one position at a time. During a seek only the newest position is kept, so that dragging stays smooth. */
function createSeeker(video: HTMLVideoElement): (seconds: number) => void {
  let wish: number | null = null;
  video.addEventListener('seeked', () => {
    if (wish !== null) {
      video.currentTime = wish;
      wish = null;
    }
  });
  return (seconds) => {
    if (video.seeking) {
      wish = seconds;
    } else {
      video.currentTime = seconds;
    }
  };
}

/** Calls `onFrame` for every presented frame, also after loading and seeking. */
function watch(video: HTMLVideoElement, signal: AbortSignal, onFrame: () => void): void {
  video.addEventListener('loadeddata', onFrame, { signal });
  video.addEventListener('seeked', onFrame, { signal });
  // Firefox before 132 has no requestVideoFrameCallback; this event fires a few times a second.
  video.addEventListener('timeupdate', onFrame, { signal });
  const next = (): void => {
    if (!signal.aborted) {
      onFrame();
      video.requestVideoFrameCallback?.(next);
    }
  };
  video.requestVideoFrameCallback?.(next);
}

/** Synchronizes the source to a time: by a seek if it is far off, by the playback rate if it is near. */
function follow(source: HTMLVideoElement | null, seconds: number): void {
  if (!source || source.seeking) {
    return;
  }
  const aheadSeconds = source.currentTime - seconds;
  if (Math.abs(aheadSeconds) > 0.25) {
    source.currentTime = seconds;
    source.playbackRate = 1;
  } else {
    source.playbackRate = Math.abs(aheadSeconds) < 0.012 ? 1 : Math.min(1.15, Math.max(0.85, 1 - aheadSeconds * 2));
  }
  if (source.paused) {
    void source.play().catch(() => undefined);
  }
}
