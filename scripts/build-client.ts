/** Builds the command-line client into one script without dependencies: `client/package/dist/dataspace.js`. */
import { copyFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../client/', import.meta.url))

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  ssr: { noExternal: true },
  build: {
    ssr: 'main.ts',
    outDir: 'package/dist',
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: { output: { entryFileNames: 'dataspace.js' } },
  },
})
copyFileSync(`${root}../LICENSE`, `${root}package/dist/LICENSE`)
