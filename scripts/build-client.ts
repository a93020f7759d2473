import { copyFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../client/', import.meta.url))

/** Builds the command-line client into one script without dependencies: `dataspace.mjs` in this folder. */
export async function buildClient(outDir: string): Promise<void> {
  const { build } = await import('vite')
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: 'main.ts',
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node20',
      // The `.mjs` suffix marks a module: a downloaded script has no package.json beside it.
      rolldownOptions: { output: { entryFileNames: 'dataspace.mjs' } },
    },
  })
}

if (import.meta.main) {
  await buildClient(`${root}package/dist`)
  copyFileSync(`${root}../LICENSE`, `${root}package/dist/LICENSE`)
}
