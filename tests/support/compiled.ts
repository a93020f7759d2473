import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
const folder = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))

/**
 * Every Node that the tests start finds what Node made of the sources before: two thirds of the work of starting a
 * server were reading TypeScript. Node itself sees when a source is another one. Only who ends in order writes it down,
 * and most servers of the tests are killed: the first run of a checkout has one that does. NODE_COMPILE_CACHE, when it
 * is set, decides instead.
 */
export function keepCompiled(): void {
  if (process.env.NODE_COMPILE_CACHE || process.env.NODE_DISABLE_COMPILE_CACHE) return
  process.env.NODE_COMPILE_CACHE = folder
  if (!existsSync(folder)) spawnSync(process.execPath, [main, '--help'], { stdio: 'ignore' })
}
