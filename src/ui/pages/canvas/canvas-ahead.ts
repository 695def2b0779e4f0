import { call } from '#ui/app/client.ts';
import { createReadAhead } from '#ui/kit/read-ahead.ts';
import { comesFirst } from '#ui/app/turns.ts';

/** The canvas of the address is read while the code of the editor is fetched. */
export const canvasAhead = createReadAhead((canvasId) => comesFirst(call('getCanvas', { params: { canvasId } })));
