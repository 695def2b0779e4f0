import type { PreviewEvent } from '#core/protocol/preview.ts';

/** The state of the preview that the stage shows next to the image. */
export type StageState = {
  /** The size of the preview in pixels; null before its first frame. */
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly warnings: readonly string[];
  readonly failure: string | null;
  /** Whether playback is silent because the browser waits for a click. */
  readonly isSilenced: boolean;
};

export const firstState: StageState = { size: null, warnings: [], failure: null, isSilenced: false };

/** Returns the state after an event of the preview. A new frame clears a failure. */
export function follow(before: StageState, event: PreviewEvent): StageState {
  switch (event.type) {
    case 'loaded':
      return { ...before, size: { width: event.width, height: event.height }, failure: null };
    case 'warning':
      return before.warnings.includes(event.sentence)
        ? before
        : { ...before, warnings: [...before.warnings, event.sentence] };
    case 'failed':
      return { ...before, failure: event.message };
    case 'sound':
      return { ...before, isSilenced: !event.isHeard };
    case 'time':
    case 'shown':
    case 'stats':
    case 'ended':
      break;
  }
  return before;
}

/** Explains the consequence of a missing browser feature that the preview needs; null if all are present. */
export function missingIn(scope: object): string | null {
  if (!('OffscreenCanvas' in scope) || !('transferControlToOffscreen' in HTMLCanvasElement.prototype)) {
    return "This browser can't draw in the background (OffscreenCanvas), so there is no preview. The timeline works. Use a current Chrome, Edge, Firefox or Safari to see the preview.";
  }
  return 'VideoDecoder' in scope
    ? null
    : "This browser can't decode video itself (WebCodecs), so ffmpeg decodes the clips: slowly, and playback drops frames. Use a current Chrome, Edge or Safari, or Firefox on a computer.";
}
