import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { FRAME_PATH } from '#contract/preview.ts'
import { compiledFor } from '#server/compiled.ts'
import { buildClient } from './build-client.ts'

/** Sources of the console; a change in one of them makes the build stale. */
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

/** Builds the console and its server-rendered pages. */
async function buildConsole(): Promise<void> {
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
      rolldownOptions: { checks: { eval: false } },
    },
  })
  // People download the command-line client from their site.
  await buildClient(fileURLToPath(new URL('dist/console/', root)))
  writeFileSync(stamp, fingerprint())
  compileServer()
}

/** Compiles the server's sources for the first start: two modules that only load, and leave what Node made of them. */
function compileServer(): void {
  const env = { ...process.env, ...compiledFor }
  for (const source of ['server/serving.ts', 'server/demo/make-process.ts'])
    spawnSync(process.execPath, [fileURLToPath(new URL(source, root))], { stdio: 'ignore', env })
}

/**
 * Builds when a source changed since the last build; otherwise only the sources are read. The build runs in its own
 * process, so that its memory is freed.
 */
export async function buildIfStale(): Promise<void> {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()) return
  process.stdout.write('Building the console…\n')
  // Always a production build, also for tests: in other modes antd gives all dialogs one id, and React does extra
  // checks.
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], { stdio: 'inherit', env })
  if (status !== 0) throw new Error('the console could not be built')
}

if (import.meta.main) await buildConsole()
