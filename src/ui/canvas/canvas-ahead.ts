import { call } from '../client.ts';
import { createReadAhead } from '../read-ahead.ts';
import { comesFirst } from '../turns.ts';

/** The canvas of the address is read while the code of the editor is fetched. */
export const canvasAhead = createReadAhead((canvasId) => comesFirst(call('getCanvas', { params: { canvasId } })));
