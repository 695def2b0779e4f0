import { call } from '../client.ts';
import { createReadAhead } from '../read-ahead.ts';

/** The canvas of the address is read while the code of the editor is fetched. */
export const canvasAhead = createReadAhead((canvasId) => call('getCanvas', { params: { canvasId } }));
