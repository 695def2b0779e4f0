import type { Plugin } from 'vite';

const compiled = 'core.$ZodObjectJIT.init(inst, def)';

/**
 * A Vite plugin that removes zod's compiler of object schemas. At the first schema, the compiler tests whether it may compile text,
 * which our content security policy forbids and browsers report. zod's setting `jitless` would leave the compiler in the bundle.
 */
export function zodWithoutEval(): Plugin {
  return {
    name: 'offcut-zod-without-eval',
    transform(code, id) {
      if (!id.split('?')[0]?.endsWith('/zod/v4/classic/schemas.js')) {
        return null;
      }
      if (!code.includes(compiled)) {
        throw new Error('zod has changed the code of its object schemas. Find out how to remove its compiler.');
      }
      return { code: code.replace(compiled, 'core.$ZodObject.init(inst, def)'), map: null };
    },
  };
}
