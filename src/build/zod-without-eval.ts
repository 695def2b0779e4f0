import type { Plugin } from 'vite';

const compiled = 'core.$ZodObjectJIT.init(inst, def)';

/**
 * A Vite plugin that takes zod's compiler of object schemas out. It would try at the first schema whether it may compile text,
 * which our content security policy forbids and browsers report. zod's setting `jitless` would keep its code in the bundle.
 */
export function zodWithoutEval(): Plugin {
  return {
    name: 'offcut-zod-without-eval',
    transform(code, id) {
      if (!id.split('?')[0]?.endsWith('/zod/v4/classic/schemas.js')) {
        return null;
      }
      if (!code.includes(compiled)) {
        throw new Error('zod makes its objects otherwise: see how its compiler of schemas can be left out');
      }
      return { code: code.replace(compiled, 'core.$ZodObject.init(inst, def)'), map: null };
    },
  };
}
