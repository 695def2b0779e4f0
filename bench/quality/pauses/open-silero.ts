import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VoiceDetector } from '#core/analysis/detection.ts';
import { knownModels } from '#core/model/manifest.ts';
import { createSilero } from '#workers/detection/silero.ts';
import { openCpuSession } from '#workers/matting/session.ts';
import { sharedFolder } from '#test/support/native.ts';

const file = 'silero_vad_op18_ifless.onnx';

/** Opens the voice model as the product does; null without its weights. */
export async function openSilero(): Promise<VoiceDetector | null> {
  const path = join(sharedFolder, 'models', file);
  const entry = knownModels.find(({ family }) => family === 'silero-vad');
  if (!existsSync(path) || !entry) {
    console.log('left out: the voice model is not here');
    return null;
  }
  return createSilero(entry, await openCpuSession(readFileSync(path), null, 1));
}
