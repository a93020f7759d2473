import { fileURLToPath } from 'node:url'
import { FRAME_PATH } from '#contract/preview.ts'
import { buildClient } from './build-client.ts'

/** What the console and its server-rendered pages consist of. */
export const CONSOLE_SOURCES = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  '{src,providers,resources,contract,locales,public}/**/*.*',
  'client/{*.ts,package/package.json}',
]
const root = new URL('../', import.meta.url)

/** Builds the console and its server-rendered pages. */
export async function buildConsole(): Promise<void> {
  const { build } = await import('vite')
  await build({ root: fileURLToPath(root), logLevel: 'warn' })
  await build({
    root: fileURLToPath(root),
    // The single server bundle contains both languages on purpose; this hides the warning about that.
    logLevel: 'error',
    build: { ssr: 'src/pages/render.tsx', outDir: 'dist/server', emptyOutDir: true, copyPublicDir: false },
  })
  // The frame's page is built separately: it shares no file with the console.
  await build({
    root: fileURLToPath(new URL('src/frame/', root)),
    configFile: false,
    base: FRAME_PATH,
    logLevel: 'warn',
    build: {
      outDir: fileURLToPath(new URL('dist/frame/', root)),
      emptyOutDir: true,
      target: 'es2023',
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 3000,
      // 3dmol uses eval only for input that is not used here, and the frame's policy forbids it.
      rolldownOptions: { checks: { eval: false, bundlerTimings: false } },
    },
  })
  // People download the command-line client from their site.
  await buildClient(fileURLToPath(new URL('dist/console/', root)))
}
