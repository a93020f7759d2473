import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { FRAME_PATH } from '#contract/preview.ts'
import { buildClient } from './build-client.ts'

/** Whatever the console is made of; a change in one of them makes the build stale. */
const SOURCES = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  '{src,providers,resources,contract,locales,public}/**/*.*',
  'client/{*.ts,package/package.json}',
]
const root = new URL('../', import.meta.url)
const stamp = new URL('dist/.built', root)

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const path of globSync(SOURCES, { cwd: fileURLToPath(root) }).sort()) {
    if (path.endsWith('.test.ts')) continue
    hash.update(path).update(readFileSync(new URL(path, root)))
  }
  return hash.digest('hex')
}

/** Builds the console and its server-rendered pages, whatever is there. */
async function buildConsole(): Promise<void> {
  const { build } = await import('vite')
  await build({ root: fileURLToPath(root), logLevel: 'warn' })
  await build({
    root: fileURLToPath(root),
    // The one bundle of the server holds both languages on purpose: no warning of that.
    logLevel: 'error',
    build: { ssr: 'src/pages/render.tsx', outDir: 'dist/server', emptyOutDir: true, copyPublicDir: false },
  })
  // The page of the frame is apart: nothing that it loads is the console's.
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
      // 3dmol evaluates text that nobody gives it here, and the frame's policy forbids it.
      rolldownOptions: { checks: { eval: false } },
    },
  })
  // People fetch the command-line client from the site that it is for.
  await buildClient(fileURLToPath(new URL('dist/console/', root)))
  writeFileSync(stamp, fingerprint())
}

/**
 * Builds when a source changed since the last build; a fresh one costs only the reading of the sources. The build has
 * a process of its own: what it needs of memory goes with it.
 */
export async function buildIfStale(): Promise<void> {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()) return
  process.stdout.write('Building the console…\n')
  // Whoever asks, tests too, gets what people get: under another name antd gives all dialogs one id, and React checks.
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], { stdio: 'inherit', env })
  if (status !== 0) throw new Error('the console could not be built')
}

if (import.meta.main) await buildConsole()
