import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { words } from './providers/words.vite.ts'
import { chunkGroups } from './src/chunks.vite.ts'
import { licences } from './src/preview/licences.vite.ts'
import { pdfjsParts } from './src/preview/pdfjs-parts.vite.ts'
import { decorativeIcons } from './src/widgets/decorative-icons.vite.ts'

/** How long plugins take on a slow machine is nothing that a build has to tell. */
const checks = { bundlerTimings: false }
const nothing = fileURLToPath(new URL('src/shell/nothing.ts', import.meta.url))

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), words(), pdfjsParts(), licences(), decorativeIcons()],
  // @refinedev/antd brings a Markdown field along that nothing here shows: 42 kB less. Charts draw on a canvas and need no
  // pictures of elements: 46 kB less.
  resolve: { alias: { 'react-markdown': nothing, 'remark-gfm': nothing, html2canvas: nothing } },
  worker: { format: 'es', rolldownOptions: { checks } },
  build: {
    rolldownOptions: {
      checks,
      // Refine brings a reader of spreadsheets along for imports; ours is fetched where it is used.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/papaparse\//, sideEffects: false }] },
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: isSsrBuild ? [] : chunkGroups } },
    },
    outDir: 'dist/console',
    emptyOutDir: true,
    // What belongs to which page: the server links it in the pages that it draws.
    manifest: 'manifest.json',
    target: 'es2023',
    modulePreload: {
      polyfill: false,
      // The server links what a page imports: the entry, which every page loads, need not know it too.
      resolveDependencies: (_file, imported, { hostId, hostType }) =>
        hostType === 'js' && /^assets\/index-/.test(hostId) ? [] : imported,
    },
    chunkSizeWarningLimit: 1500,
  },
  server: {
    proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true }, '/frame/': { target: 'http://127.0.0.1:8080' } },
  },
}))
