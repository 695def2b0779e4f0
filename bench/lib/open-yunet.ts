import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FaceDetector } from '#core/analysis/detection.ts';
import { knownModels } from '#core/model/manifest.ts';
import { createYunet } from '#workers/detection/yunet.ts';
import { createQueue } from '#workers/matting/queue.ts';
import { openCpuSession } from '#workers/matting/session.ts';
import { sharedFolder } from '#test/support/native.ts';

/** Opens the manifest's model for faces in Node; its calls run one after the other. */
export async function openYunet(): Promise<FaceDetector> {
  const entry = knownModels.find(({ family }) => family === 'yunet');
  const [variant] = entry?.variants ?? [];
  if (!entry || !variant) {
    throw new Error('the manifest has no model for faces');
  }
  const bytes = await readFile(join(sharedFolder, 'models', variant.file));
  const yunet = createYunet(entry, await openCpuSession(bytes, null, 1));
  // A session processes one frame at a time, and callers request several.
  const inOrder = createQueue();
  return { findFaces: (picture) => inOrder(() => yunet.findFaces(picture)) };
}
