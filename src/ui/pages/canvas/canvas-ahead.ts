import { call } from '#ui/app/client.ts';
import { createReadAhead } from '#ui/kit/read-ahead.ts';
import { comesFirst } from '#ui/app/turns.ts';

/** Reads the canvas of the URL while the editor's code is fetched. */
export const canvasAhead = createReadAhead((canvasId) => comesFirst(call('getCanvas', { params: { canvasId } })));
