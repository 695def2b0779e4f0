// Plain JavaScript, because its source is sent to the page. A compiler would add calls to helpers that the page lacks.

/** Runs in a page of the site: see `contact-sheet-page.d.mts`. It can use only names that its own body declares. */
// oxlint-disable-next-line max-lines-per-function -- only one function can be sent, so its helpers are inside
export async function drawContactSheet({ sourceUrl, cutOutUrl, columns, aspect }) {
  const cell = { width: 320, height: Math.round(320 / aspect), gap: 8, left: 84, top: 32 };

  const open = async (url) => {
    const video = document.createElement('video');
    video.muted = true;
    video.preload = 'auto';
    video.src = url;
    await settle(video, 'loadeddata');
    return video;
  };

  const settle = (video, event) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`the player did not send "${event}" within 20 s`)), 20_000);
      video.addEventListener(event, () => resolve(clearTimeout(timer)), { once: true });
      video.addEventListener('error', () => reject(new Error(video.error?.message ?? 'the video cannot be played')), {
        once: true,
      });
    });

  const seek = async (video, seconds) => {
    const settled = settle(video, 'seeked');
    video.currentTime = Math.max(0, Math.min(seconds, video.duration - 0.05));
    await settled;
  };

  const createCanvas = (width, height) => Object.assign(document.createElement('canvas'), { width, height });

  // A video element may advance between two calls, so all rows of a column use one copy of the frame.
  const copyPicture = (video) => {
    const canvas = createCanvas(cell.width, cell.height);
    canvas.getContext('2d').drawImage(video, 0, 0, cell.width, cell.height);
    return canvas;
  };

  const toMatte = (picture) => {
    const canvas = createCanvas(cell.width, cell.height);
    const context = canvas.getContext('2d');
    const image = picture.getContext('2d').getImageData(0, 0, cell.width, cell.height);
    for (let index = 0; index < image.data.length; index += 4) {
      image.data.fill(image.data[index + 3], index, index + 3);
      image.data[index + 3] = 255;
    }
    context.putImageData(image, 0, 0);
    return canvas;
  };

  const backgrounds = ['#00b140', '#000000', '#ffffff'];
  const rows = ['Source', 'Matte', 'Green', 'Black', 'White'];

  // The engine decodes some sources that a video element cannot.
  const source = await open(sourceUrl).catch(() => null);
  const cutOut = await open(cutOutUrl);
  const sheet = createCanvas(
    cell.left + columns.length * (cell.width + cell.gap),
    cell.top + rows.length * (cell.height + cell.gap),
  );
  const context = sheet.getContext('2d');
  context.fillStyle = '#1b1b1b';
  context.fillRect(0, 0, sheet.width, sheet.height);
  context.font = '15px sans-serif';
  context.fillStyle = '#e0e0e0';
  const rowTop = (row) => cell.top + row * (cell.height + cell.gap);
  rows.forEach((name, row) => context.fillText(name, 12, rowTop(row) + cell.height / 2));

  if (!source) {
    context.fillText(
      'The engine can decode this video, but the player of this browser cannot.',
      cell.left,
      rowTop(0) + 24,
    );
  }

  for (const [index, column] of columns.entries()) {
    const x = cell.left + index * (cell.width + cell.gap);
    context.fillStyle = '#e0e0e0';
    context.fillText(`${column.cutOutSeconds.toFixed(2)} s`, x, 21);
    if (source) {
      await seek(source, column.sourceSeconds);
      context.drawImage(source, x, rowTop(0), cell.width, cell.height);
    }
    await seek(cutOut, column.cutOutSeconds);
    const picture = copyPicture(cutOut);
    context.drawImage(toMatte(picture), x, rowTop(1));
    backgrounds.forEach((colour, at) => {
      context.fillStyle = colour;
      context.fillRect(x, rowTop(2 + at), cell.width, cell.height);
      context.drawImage(picture, x, rowTop(2 + at));
    });
  }
  return sheet.toDataURL('image/png');
}
