/** Functions that run in a page: each is sent there as its source, so it uses nothing from outside itself. */

/** Red, green, blue and alpha of a frame at a share of its width and height, as the browser shows it. */
export async function readPixel({ url, x, y }: { url: string; x: number; y: number }): Promise<number[]> {
  const video = Object.assign(document.createElement('video'), { src: url, muted: true });
  await new Promise((resolve, reject) => {
    video.addEventListener('loadeddata', resolve);
    video.addEventListener('error', () => reject(new Error(`cannot play ${url}`)));
  });
  // A video that was never played or sought may have no frame to draw yet.
  const seeked = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
  video.currentTime = 0.3;
  await seeked;
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
  const context = canvas.getContext('2d');
  context?.drawImage(video, 0, 0);
  const [left, top] = [Math.floor(x * canvas.width), Math.floor(y * canvas.height)];
  return [...(context?.getImageData(left, top, 1, 1).data ?? [])];
}

/** Intersection over union of a video's alpha and of the luma of another one (its bytes in base64), at some times. */
export async function scoreAlpha(parts: { url: string; truth: string; times: number[] }): Promise<number[]> {
  const load = async (src: string): Promise<HTMLVideoElement> => {
    const video = Object.assign(document.createElement('video'), { src, muted: true, preload: 'auto' });
    await new Promise((resolve, reject) => {
      video.addEventListener('loadeddata', resolve);
      video.addEventListener('error', () => reject(new Error(`cannot play ${src}`)));
    });
    return video;
  };
  const read = async (video: HTMLVideoElement, time: number): Promise<Uint8ClampedArray> => {
    const seeked = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
    const shown = new Promise((resolve) => video.requestVideoFrameCallback(resolve));
    video.currentTime = time;
    await seeked;
    // On a busy machine the frame before is drawn otherwise; in a tab that is not seen no frame is ever shown.
    await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, 1000))]);
    const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
    const context = canvas.getContext('2d');
    context?.drawImage(video, 0, 0);
    return context?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
  };
  const bytes = Uint8Array.from(atob(parts.truth), (letter) => letter.charCodeAt(0));
  const goal = await load(URL.createObjectURL(new Blob([bytes], { type: 'video/webm' })));
  const result = await load(parts.url);
  const scores: number[] = [];
  for (const time of parts.times) {
    const [a, b] = [await read(result, time), await read(goal, time)];
    let [both, either] = [0, 0];
    for (let index = 0; index < a.length; index += 4) {
      const [inA, inB] = [(a[index + 3] ?? 0) > 127, (b[index] ?? 0) > 127];
      both += inA && inB ? 1 : 0;
      either += inA || inB ? 1 : 0;
    }
    scores.push(both / either);
  }
  return scores;
}
