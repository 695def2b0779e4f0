import type { Plugin } from 'vite';

const before = '_a.__zod_globalConfig = {}';

/**
 * A Vite plugin that makes zod begin with its setting `jitless`. Otherwise it tries at its first schema whether it may compile
 * text, which our content security policy forbids and browsers report. A call of `z.config` would come too late.
 */
export function zodWithoutEval(): Plugin {
  return {
    name: 'offcut-zod-without-eval',
    transform(code, id) {
      if (!id.split('?')[0]?.endsWith('/zod/v4/core/core.js')) {
        return null;
      }
      if (!code.includes(before)) {
        throw new Error('zod begins otherwise: see how its setting jitless can be set before the first schema');
      }
      return { code: code.replace(before, '_a.__zod_globalConfig = { jitless: true }'), map: null };
    },
  };
}
