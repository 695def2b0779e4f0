/** The maximum size at which a language model sees an image; larger images are scaled down first. */
const longSide = 1024;
const quality = 0.85;

/** Returns an image as a small JPEG. Where no canvas is available, as in Node, returns the image unchanged. */
export async function toSmallPicture(picture: Blob): Promise<Blob> {
  if (typeof OffscreenCanvas === 'undefined') {
    return picture;
  }
  const bitmap = await createImageBitmap(picture);
  const scale = Math.min(1, longSide / Math.max(bitmap.width, bitmap.height));
  const size = (pixels: number): number => Math.max(1, Math.round(pixels * scale));
  const canvas = new OffscreenCanvas(size(bitmap.width), size(bitmap.height));
  const context = canvas.getContext('2d');
  if (context) {
    // The background of transparent areas.
    context.fillStyle = '#808080';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  }
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}
