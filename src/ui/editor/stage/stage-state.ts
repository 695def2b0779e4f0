import type { PreviewEvent } from '#core/preview.ts';

/** What the stage tells beside the picture. */
export type StageState = {
  /** Of the preview, in pixels; null before its first frame. */
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly warnings: readonly string[];
  readonly failure: string | null;
  /** Whether something plays without being heard, as the browser waits for a click. */
  readonly isSilenced: boolean;
};

export const firstState: StageState = { size: null, warnings: [], failure: null, isSilenced: false };

/** The state after what the preview has said. A frame that is shown ends a failure. */
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

/** What can be done where a browser has not what a preview needs; null where it has. */
export function missingIn(scope: object): string | null {
  if (!('OffscreenCanvas' in scope) || !('transferControlToOffscreen' in HTMLCanvasElement.prototype)) {
    return 'This browser cannot draw in the background, so there is no picture here. The timeline works; to see it, use a current Chrome, Edge, Firefox or Safari.';
  }
  return 'VideoDecoder' in scope
    ? null
    : 'This browser decodes no videos by itself (WebCodecs), so clips are read by ffmpeg: slowly, and playing leaves frames out. Use a current Chrome, Edge or Safari, or Firefox on a computer.';
}
