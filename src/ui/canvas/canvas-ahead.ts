import { call } from '../client.ts';
import { createReadAhead } from '../read-ahead.ts';
import { comesFirst } from '../turns.ts';

/** Reads the canvas of the URL while the editor's code is fetched. */
export const canvasAhead = createReadAhead((canvasId) => comesFirst(call('getCanvas', { params: { canvasId } })));
