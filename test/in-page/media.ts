/** Functions that run in a page: each is sent there as its source, so it uses nothing from outside itself. */

/** Frames as the browser shows them: RGBA in rows, each frame in base64. */
export interface ShownFrames {
  readonly width: number;
  readonly height: number;
  readonly frames: readonly string[];
}

/** A video by its address, or by its bytes, a WebM in base64; and times in seconds. */
export interface FrameRequest {
  readonly video: { readonly url: string } | { readonly webm: string };
  readonly times: readonly number[];
}

/**
 * Returns the frames of a video at some times. Not for a video with a completely transparent frame, which it waits for.
 */
export async function readFrames({ video: source, times }: FrameRequest): Promise<ShownFrames> {
  const toAddress = (base64: string): string =>
    URL.createObjectURL(
      new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type: 'video/webm' }),
    );
  const src = 'url' in source ? source.url : toAddress(source.webm);
  const video = Object.assign(document.createElement('video'), { src, muted: true, preload: 'auto' });
  await new Promise((resolve, reject) => {
    video.addEventListener('loadeddata', resolve);
    video.addEventListener('error', () => reject(new Error(`cannot play ${src}`)));
  });
  const context = new OffscreenCanvas(video.videoWidth, video.videoHeight).getContext('2d');
  const draw = async (): Promise<Uint8ClampedArray<ArrayBuffer>> => {
    for (;;) {
      context?.clearRect(0, 0, video.videoWidth, video.videoHeight);
      context?.drawImage(video, 0, 0);
      const { data } = context?.getImageData(0, 0, video.videoWidth, video.videoHeight) ?? {};
      // On a busy machine Chromium reports the end of a seek before there is a frame to draw.
      if (data?.some((value) => value > 0)) {
        return data;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const toBase64 = (bytes: Uint8ClampedArray): string =>
    btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const frames: string[] = [];
  for (const time of times) {
    const seeked = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
    const shown = new Promise((resolve) => video.requestVideoFrameCallback(resolve));
    video.currentTime = time;
    await seeked;
    // On a busy machine the previous frame would be drawn; a hidden tab never shows a frame.
    await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, 1000))]);
    frames.push(toBase64(await draw()));
  }
  return { width: video.videoWidth, height: video.videoHeight, frames };
}
