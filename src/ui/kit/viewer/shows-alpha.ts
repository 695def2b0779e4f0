/** One transparent frame of 16x16 pixels as VP9 with alpha in WebM. */
const clip =
  'GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQJChYECGFOAZwEAAAAAAAHQEU2bdLpNu4tTq4QVSalmU6yBoU27i1OrhBZUrmtTrIHGTbuMU6uEElTDZ1OsggEQTbuMU6uEHFO7a1OsggG67AEAAAAAAABZAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVSalmoCrXsYMPQkBNgIRMYXZmV0GETGF2ZkSJiEBEAAAAAAAAFlSua8WuAQAAAAAAADzXgQFzxYgAAAAAAAAAAZyBACK1nIN1bmSIgQCGhVZfVlA5g4EBI+ODhAJiWgDgjbCBELqBEJqBAlPAgQESVMNn1XNz0mPAi2PFiAAAAAAAAAABZ8icRaOHRU5DT0RFUkSHj0xhdmMgbGlidnB4LXZwOWfIokWjiERVUkFUSU9ORIeUMDA6MDA6MDAuMDQwMDAwMDAwAAAfQ7Z1y+eBAKDGoZ+BAAAAgkmDQgAA8AD2ADgkHBlOAAAwYAAAEL/+5IAAdaGipqDugQGlm4JJg0IAAPAA9gA4JBwZTgAAMGAAABC//9PgABxTu2uRu4+zgQC3iveBAfGCAWrwgQM=';

let answer: Promise<boolean> | null = null;

/** A 512-byte clip that has not loaded by then is not playable. */
const loadLimitMs = 10_000;

/**
 * Whether a video element renders the alpha of VP9 in WebM, tested with a short clip. Safari does not
 * (https://github.com/WebKit/WebKit/pull/64837). True if video cannot play at all, because the viewer then shows another
 * message.
 */
export const showsAlpha = (): Promise<boolean> => (answer ??= tryOut().catch(() => true));

async function tryOut(): Promise<boolean> {
  const bytes = Uint8Array.from(atob(clip), (letter) => letter.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: 'video/webm' }));
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  try {
    const isLoaded = await new Promise<boolean>((resolve) => {
      video.addEventListener('loadeddata', () => resolve(true), { once: true });
      video.addEventListener('error', () => resolve(false), { once: true });
      setTimeout(() => resolve(false), loadLimitMs);
      video.src = url;
    });
    return !isLoaded || readAlpha(video) < 255;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The alpha of the first pixel. */
function readAlpha(video: HTMLVideoElement): number {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d');
  context?.drawImage(video, 0, 0);
  return context?.getImageData(0, 0, 1, 1).data[3] ?? 0;
}
