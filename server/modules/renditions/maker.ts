import '#server/processes/end-with-parent.ts'
import { keysOf } from './keys.ts'
import type { Extract, Source } from './text/index.ts'

/** A rendition to be made. */
export type Wish = Source & { kind: 'text' | 'thumb'; ffmpeg: string | null }
/** The result. `none`: there is nothing to make; `failed`: the content does not match its suffix. */
export type Made =
  | { as: 'text'; extract: Extract; keys: string[] }
  | { as: 'thumb'; webp: Uint8Array }
  | { as: 'none' }
  | { as: 'failed'; reason: string }

async function make({ kind, ffmpeg, ...source }: Wish): Promise<Made> {
  if (kind === 'thumb') {
    const { drawThumb } = await import('./thumb/index.ts')
    const webp = await drawThumb(source, ffmpeg)
    return webp ? { as: 'thumb', webp } : { as: 'none' }
  }
  const { readText } = await import('./text/index.ts')
  const extract = await readText(source)
  if (!extract) return { as: 'none' }
  const keys = keysOf([...extract.columns.map((column) => ['c', column] as ['c', string]), ['t', extract.text]])
  return { as: 'text', extract, keys }
}

// A separate process: contents are untrusted, and the parsing libraries may crash. The parent then starts another one.
process.on('message', async (wish: Wish) => {
  const made = await make(wish).catch((error: unknown): Made => ({ as: 'failed', reason: String(error).slice(0, 300) }))
  process.send?.(made)
})
