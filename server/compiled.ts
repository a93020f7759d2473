import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))

/**
 * Finds what Node compiled of the sources before: reading TypeScript is a third of a start, in each process. Node knows
 * itself what has changed. A folder that can't be written keeps nothing, and NODE_COMPILE_CACHE names another one.
 */
export function findCompiled(): void {
  enableCompileCache(process.env.NODE_COMPILE_CACHE ?? folder)
}
/** Writes the compiled code for later starts; otherwise it would be written at the end, which a kill prevents. */
export const keepCompiled = flushCompileCache

/** The same for the processes of a given environment. */
export const compiledFor = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? folder }
