import { Bytes } from '../arrays';
import { scaleByte } from './bytes';

/**
 * Composites a plane over one that has straight alpha. `shown` is premultiplied with its alpha. Where `shown` or the target is
 * fully transparent, exact values are kept. `below` is the target's alpha before.
 */
export function overStraight(
  shown: Bytes,
  shownStride: i32,
  alpha: Bytes,
  alphaStride: i32,
  below: Bytes,
  belowStride: i32,
  target: Bytes,
  targetStride: i32,
  width: i32,
  height: i32,
  opacity: i32,
): void {
  for (let row = 0; row < height; row++) {
    for (let x = 0; x < width; x++) {
      const cover = scaleByte(load<u8>(alpha + x), opacity);
      if (cover == 0) {
        continue;
      }
      const light = <f32>load<u8>(shown + x) * (<f32>opacity / 255);
      const left = <f32>load<u8>(below + x) * (255 - <f32>cover) * <f32>(1.0 / 255.0);
      const sum = light + left * (<f32>load<u8>(target + x) * <f32>(1.0 / 255.0));
      store<u8>(target + x, <u8>min<f32>(255, (sum * 255) / (<f32>cover + left) + 0.5));
    }
    shown += shownStride;
    alpha += alphaStride;
    below += belowStride;
    target += targetStride;
  }
}
