import { writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import * as z from 'zod';
import { Failure } from '#core/lib/failure.ts';
import { timelineDocument, type ItemOf, type TimelineDocument } from '#core/timeline/document.ts';
import { getDocumentSeconds } from '#core/timeline/schedule.ts';
import type { Offcut } from '#client/offcut.ts';
import { drawContactSheet, type ContactSheetPlan } from './contact-sheet-page.mjs';

const moments = 6;

const canvasView = z.object({
  document: timelineDocument,
  assets: z.record(z.string(), z.object({ url: z.string() })),
});

export type Canvas = z.output<typeof canvasView>;

/** Reads the canvas of a result. */
export const getCanvas = async (offcut: Offcut, canvasId: string): Promise<Canvas> =>
  canvasView.parse(await offcut.canvases.get(canvasId));

/** Writes a PNG with the source, the matte and the result at several moments. `page` is a page of the site. */
export async function writeContactSheet(page: Page, canvas: Canvas, file: string): Promise<void> {
  const dataUrl = await page.evaluate(drawContactSheet, toPlan(canvas));
  await writeFile(file, Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64'));
}

function toPlan({ document, assets }: Canvas): ContactSheetPlan {
  const source = getItem(document, 'source');
  const cutOut = getItem(document, 'cut-out');
  const getUrl = (item: ItemOf<'video'>): string => assets[item.proxyAssetId ?? item.assetId]?.url ?? '';
  const columns = Array.from({ length: moments }, (_, index) => {
    const seconds = ((index + 0.5) / moments) * getDocumentSeconds(document);
    return {
      sourceSeconds: source.sourceStartSeconds + seconds,
      cutOutSeconds: cutOut.sourceStartSeconds + seconds,
    };
  });
  return { sourceUrl: getUrl(source), cutOutUrl: getUrl(cutOut), columns, aspect: document.width / document.height };
}

function getItem(document: TimelineDocument, role: string): ItemOf<'video'> {
  const item = document.tracks.flatMap((track) => track.items).find((one) => one.role === role);
  if (item?.type !== 'video') {
    throw new Failure('INTERNAL', { message: `The canvas has no video with the role "${role}".` });
  }
  return item;
}
