/** The backdrop of the cutout: the checkerboard, a color as `#rrggbb`, or an image. */
export type Backdrop =
  | { readonly kind: 'checkerboard' }
  | { readonly kind: 'color'; readonly color: string }
  | { readonly kind: 'picture'; readonly picture: ImageBitmap };

/** Scale and offset of the video: a scale of 1 fills the stage; `x` and `y` are shares of the stage. */
export type Zoom = { readonly scale: number; readonly x: number; readonly y: number };

export type Scene = {
  readonly result: HTMLVideoElement;
  readonly source: HTMLVideoElement | null;
  readonly view: 'cut-out' | 'matte';
  /** The source is visible left of this share of the stage, 0..1. */
  readonly divider: number;
  readonly backdrop: Backdrop;
  readonly zoom: Zoom;
  /** Canvas pixels per CSS pixel. */
  readonly pixelRatio: number;
  readonly checks: readonly [string, string];
};

/** Draws the scene on the whole canvas. `scratch` is a second canvas that the matte needs. */
export function drawScene(canvas: HTMLCanvasElement, scratch: HTMLCanvasElement, scene: Scene): void {
  const context = canvas.getContext('2d');
  if (!context) {
    return;
  }
  const { width, height } = canvas;
  context.clearRect(0, 0, width, height);
  // The scale from which single pixels are drawn without smoothing.
  context.imageSmoothingEnabled = (width * scene.zoom.scale) / Math.max(1, scene.result.videoWidth) < 3;
  context.imageSmoothingQuality = 'high';
  if (scene.view === 'matte') {
    drawMatte(context, scratch, scene);
  } else {
    drawBackdrop(context, scene);
    drawVideo(context, scene.result, scene.zoom);
  }
  const edge = Math.round(width * scene.divider);
  if (scene.source && edge > 0) {
    context.save();
    context.beginPath();
    context.rect(0, 0, edge, height);
    context.clip();
    drawVideo(context, scene.source, scene.zoom);
    context.restore();
  }
}

/** Limits a zoom so that the video covers the whole stage. */
export function clampZoom({ scale, x, y }: Zoom): Zoom {
  const clamped = Math.min(4, Math.max(1, scale));
  const least = 1 - clamped;
  return { scale: clamped, x: Math.min(0, Math.max(least, x)), y: Math.min(0, Math.max(least, y)) };
}

/** Returns the zoom at another scale, with a fixed point of the stage (in shares of the stage). */
export function zoomAt(zoom: Zoom, scale: number, point: { readonly x: number; readonly y: number }): Zoom {
  const factor = Math.min(4, Math.max(1, scale)) / zoom.scale;
  return clampZoom({
    scale: zoom.scale * factor,
    x: point.x - (point.x - zoom.x) * factor,
    y: point.y - (point.y - zoom.y) * factor,
  });
}

function drawVideo(context: CanvasRenderingContext2D, video: HTMLVideoElement, zoom: Zoom): void {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) {
    return;
  }
  const { width, height } = context.canvas;
  context.drawImage(video, zoom.x * width, zoom.y * height, width * zoom.scale, height * zoom.scale);
}

/** Draws the alpha of the result as a grayscale image. */
function drawMatte(context: CanvasRenderingContext2D, scratch: HTMLCanvasElement, scene: Scene): void {
  const { width, height } = context.canvas;
  context.fillStyle = '#000';
  context.fillRect(0, 0, width, height);
  if (scratch.width !== width || scratch.height !== height) {
    scratch.width = width;
    scratch.height = height;
  }
  const light = scratch.getContext('2d');
  if (!light) {
    return;
  }
  light.globalCompositeOperation = 'source-over';
  light.clearRect(0, 0, width, height);
  light.imageSmoothingEnabled = context.imageSmoothingEnabled;
  drawVideo(light, scene.result, scene.zoom);
  light.globalCompositeOperation = 'source-in';
  light.fillStyle = '#fff';
  light.fillRect(0, 0, width, height);
  context.drawImage(scratch, 0, 0);
}

function drawBackdrop(context: CanvasRenderingContext2D, { backdrop, pixelRatio, checks }: Scene): void {
  const { width, height } = context.canvas;
  switch (backdrop.kind) {
    case 'checkerboard':
      drawChecks(context, Math.round(10 * pixelRatio), checks);
      break;
    case 'color':
      context.fillStyle = backdrop.color;
      context.fillRect(0, 0, width, height);
      break;
    case 'picture': {
      const { picture } = backdrop;
      const scale = Math.max(width / picture.width, height / picture.height);
      const [w, h] = [picture.width * scale, picture.height * scale];
      context.drawImage(picture, (width - w) / 2, (height - h) / 2, w, h);
      break;
    }
  }
}

function drawChecks(context: CanvasRenderingContext2D, size: number, [light, dark]: readonly [string, string]): void {
  const { width, height } = context.canvas;
  context.fillStyle = light;
  context.fillRect(0, 0, width, height);
  context.fillStyle = dark;
  for (let row = 0; row * size < height; row += 1) {
    for (let column = row % 2; column * size < width; column += 2) {
      context.fillRect(column * size, row * size, size, size);
    }
  }
}
