// Plain JavaScript, because its source is sent to the page. A compiler would add calls to helpers that the page lacks.

/** Runs in a page of the site: see `frame-sheet-page.d.mts`. It can use only names that its own body declares. */
export async function drawFrameSheet(url) {
  const [columns, rows, width, gap] = [4, 3, 320, 8];
  const video = Object.assign(document.createElement('video'), { muted: true, preload: 'auto', src: url });

  const settle = (event) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`the player did not send "${event}" within 20 s`)), 20_000);
      video.addEventListener(event, () => resolve(clearTimeout(timer)), { once: true });
      video.addEventListener('error', () => reject(new Error(video.error?.message ?? 'the video cannot be played')), {
        once: true,
      });
    });

  await settle('loadeddata');
  const height = Math.round((width * video.videoHeight) / video.videoWidth);
  const sheet = Object.assign(document.createElement('canvas'), {
    width: columns * (width + gap) + gap,
    height: rows * (height + gap) + gap,
  });
  const context = sheet.getContext('2d');
  context.fillStyle = '#1b1b1b';
  context.fillRect(0, 0, sheet.width, sheet.height);
  for (let index = 0; index < columns * rows; index += 1) {
    const settled = settle('seeked');
    video.currentTime = ((index + 0.5) / (columns * rows)) * video.duration;
    await settled;
    const [x, y] = [index % columns, Math.floor(index / columns)];
    context.drawImage(video, gap + x * (width + gap), gap + y * (height + gap), width, height);
  }
  return sheet.toDataURL('image/png');
}
