/** `npm run build`: builds the console and the server, each if a source changed since its last build. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildConsole, CONSOLE_SOURCES } from './build-console.ts'
import { buildServer, SERVER_SOURCES } from './build-server.ts'

const root = new URL('../', import.meta.url)
/** What is built, from which sources, and the file that keeps the fingerprint of those that it was built from. */
const parts = [
  { name: 'console', sources: CONSOLE_SOURCES, stamp: new URL('dist/.built', root), build: buildConsole },
  { name: 'server', sources: SERVER_SOURCES, stamp: new URL('dist/app/.built', root), build: buildServer },
]
type Part = (typeof parts)[number]

function fingerprint({ sources }: Part): string {
  const hash = createHash('sha256')
  for (const path of globSync(sources, { cwd: fileURLToPath(root) }).sort()) {
    if (path.endsWith('.test.ts')) continue
    hash.update(path).update(readFileSync(new URL(path, root)))
  }
  return hash.digest('hex')
}

const isStale = (part: Part): boolean =>
  !existsSync(part.stamp) || readFileSync(part.stamp, 'utf8') !== fingerprint(part)

/**
 * Builds what is stale; otherwise only the sources are read. The build runs in its own process, so that its memory is
 * freed.
 */
export async function buildIfStale(): Promise<void> {
  if (!parts.some(isStale)) return
  // Always a production build, also for tests: in other modes antd gives all dialogs one id, and React does extra
  // checks.
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], { stdio: 'inherit', env })
  if (status !== 0) throw new Error('the product could not be built')
}

if (import.meta.main)
  for (const part of parts.filter(isStale)) {
    process.stdout.write(`Building the ${part.name}…\n`)
    const built = fingerprint(part)
    await part.build()
    writeFileSync(part.stamp, built)
  }
