import { build, defineConfig, type Plugin } from 'vite';

/** One service worker at a fixed URL, bundled as a classic script, the same in dev and in a build. */
function serviceWorker(entry: string): Plugin {
  const bundle = async (): Promise<string> => {
    const result = await build({
      configFile: false,
      logLevel: 'warn',
      build: {
        write: false,
        target: 'es2022',
        lib: { entry, formats: ['iife'], name: 'sw', fileName: () => 'sw.js' },
      },
    });
    const [output] = Array.isArray(result) ? result : [result];
    if (!output || !('output' in output)) {
      throw new Error('the service worker did not build');
    }
    return output.output[0].code;
  };
  return {
    name: 'service-worker',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: await bundle() });
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [serviceWorker('src/sw/main.ts')],
  worker: { format: 'es' },
  build: { target: 'es2022' },
});
