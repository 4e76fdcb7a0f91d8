import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

export default defineConfig({
  // Everything that runs on Node is one build: Electron's main process and the entries that plain Node starts.
  main: {
    build: {
      outDir: 'out',
      emptyOutDir: false,
      minify: true,
      rolldownOptions: {
        input: {
          'main/index': 'electron/main/index.ts',
          'host/headless': 'electron/host/headless.ts',
          'host/cli': 'electron/host/cli/index.ts',
          'host/memory-worker': 'electron/host/memory-worker.ts',
        },
        output: { entryFileNames: '[name].js', chunkFileNames: 'host/chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      minify: true,
      rolldownOptions: {
        input: { index: 'electron/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    base: './',
    plugins: [react()],
    build: {
      outDir: 'out/renderer',
      emptyOutDir: true,
      minify: true,
      rolldownOptions: { input: resolve(import.meta.dirname, 'renderer/index.html') },
    },
  },
});
