import { type Conflict, type FileRecord, files } from '#contract/files.ts'
import type { DataOf, InputOf } from '#contract/operation.ts'
import { CallFailure, call } from '#providers/call.ts'
import type { Journey } from './turns.ts'
import { batches } from './turns.ts'

/** A folder to move or copy into. */
export type Target = { spaceId: string; hash: string; name: string }
export type Relocation = {
  kind: 'move' | 'copy'
  spaceId: string
  items: readonly FileRecord[]
  target: Target
  /** What a taken name means; null ends it where it is. */
  ask: (name: string) => Promise<Conflict | null>
}
type Relocated = DataOf<typeof files.move>

/** The first name that is in the way, if that is why the call was refused. */
function takenIn(failure: unknown): string | null {
  if (!(failure instanceof CallFailure) || failure.error !== 'fileNameTaken') return null
  return (failure.data as { names?: string[] } | null)?.names?.[0] ?? ''
}

/**
 * Moves or copies items, many in several calls; a taken name is asked about once. Answers what was done by then, with
 * the failure that ended it.
 */
export async function relocate(wish: Relocation): Promise<Relocated & { failure: unknown }> {
  const { kind, spaceId, items, target, ask } = wish
  const isBeside = kind === 'copy' && items.some((item) => item.phash === target.hash)
  let conflict: Conflict = isBeside ? 'keepBoth' : 'refuse'
  const done: Relocated = { list: [], overwritten: [] }
  for (const [first, ...also] of batches(items)) {
    if (!first) continue
    const input: InputOf<typeof files.move> = {
      spaceId,
      hash: first.hash,
      target: target.hash,
      ...(target.spaceId !== spaceId && { toSpaceId: target.spaceId }),
      ...(also.length && { also: also.map(({ hash }) => hash) }),
    }
    const run = async () => {
      const { list, overwritten } = await call(files[kind], { ...input, conflict }, { quiet: true })
      done.list.push(...list)
      done.overwritten.push(...overwritten)
    }
    try {
      await run()
    } catch (failure) {
      const name = conflict === 'refuse' ? takenIn(failure) : null
      if (name === null) return { ...done, failure }
      const chosen = await ask(name)
      if (!chosen) return { ...done, failure: null }
      conflict = chosen
      try {
        await run()
      } catch (again) {
        return { ...done, failure: again }
      }
    }
  }
  return { ...done, failure: null }
}

/** The ways back of what was moved; what became a version of another file is given back otherwise. */
export function waysBack({ spaceId, items, target }: Relocation, { list, overwritten }: Relocated): Journey[] {
  const before = new Map(items.map((item) => [item.hash, item]))
  const over = new Set(overwritten.map(({ hash }) => hash))
  return list.flatMap(({ hash, name }) => {
    const item = before.get(hash)
    if (!item?.phash || over.has(hash)) return []
    return [
      {
        hash,
        from: { spaceId: target.spaceId, folder: target.hash, name },
        to: { spaceId, folder: item.phash, name: item.name },
      },
    ]
  })
}
