import { defineConfig } from 'vite';
import { platform } from './src/build/platform.ts';

export default defineConfig({
  // Relative, so that the product works under a sub-path of a static host.
  base: './',
  plugins: [platform()],
  worker: { format: 'es' },
  build: { target: 'es2022', chunkSizeWarningLimit: 1500 },
});
