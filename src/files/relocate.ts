import { isFolder } from '#contract/core/directory.ts'
import type { DataOf, InputOf } from '#contract/core/operation.ts'
import { type Conflict, type FileRecord, files } from '#contract/files.ts'
import { call } from '#providers/call.ts'
import type { Journey } from './undo-steps.ts'
import { batches } from './undo-steps.ts'

/** A folder to move or copy into. */
export type Target = { spaceId: string; hash: string; name: string }
/** The choices for a taken name. */
export type Choice = Exclude<Conflict, 'refuse'>
/** An item and the record with its name in the target; `left`: number of further conflicts without an answer. */
export type Clash = { item: FileRecord; taken: FileRecord; left: number }
/** null stops the operation. */
export type Answer = { choice: Choice; isForAll: boolean } | null
export type Relocation = {
  kind: 'move' | 'copy'
  spaceId: string
  items: readonly FileRecord[]
  target: Target
  ask: (clash: Clash) => Promise<Answer>
}
type Relocated = DataOf<typeof files.move>

/** The valid choices: a folder is neither replaced nor made a version. */
export const choicesFor = ({ item, taken }: Pick<Clash, 'item' | 'taken'>): readonly Choice[] =>
  [item, taken].some(isFolder) ? ['skip', 'keepBoth'] : ['skip', 'replace', 'keepBoth']

/**
 * Moves or copies items in batches; taken names are asked about first. Returns what was done, with the failure that
 * stopped it, if any.
 */
export async function relocate(wish: Relocation): Promise<Relocated & { failure: unknown }> {
  const done: Relocated = { list: [], overwritten: [] }
  const decide = deciderOf(wish.ask)
  try {
    for (const some of batches(wish.items)) {
      const choices = await decide(await clashesOf(wish, some))
      if (!choices) break
      const together = Map.groupBy(some, ({ hash }) => choices.get(hash) ?? 'refuse')
      for (const [conflict, items] of together) {
        const { list, overwritten } = await send(wish, items, isBeside(wish, items) ? 'keepBoth' : conflict)
        done.list.push(...list)
        done.overwritten.push(...overwritten)
      }
    }
  } catch (failure) {
    return { ...done, failure }
  }
  return { ...done, failure: null }
}

/** A copy into the original's folder always gets a new name. */
const isBeside = ({ kind, target }: Relocation, items: readonly FileRecord[]) =>
  kind === 'copy' && items.some(({ phash }) => phash === target.hash)

/** The items whose names are taken in the target by another record. */
async function clashesOf(wish: Relocation, items: readonly FileRecord[]): Promise<Omit<Clash, 'left'>[]> {
  if (isBeside(wish, items)) return []
  const { spaceId, hash } = wish.target
  const names = items.map(({ name }) => name)
  const held = await call(files.conflicts, { spaceId, hash, names }, { quiet: true })
  const byName = new Map(held.map((record) => [record.name, record]))
  return items.flatMap((item) => {
    const taken = byName.get(item.name)
    return taken && taken.hash !== item.hash ? [{ item, taken }] : []
  })
}

/** Asks about conflicts one by one, until an answer applies to all; null stops. */
function deciderOf(ask: Relocation['ask']) {
  let choiceForAll: Choice | null = null
  return async (clashes: readonly Omit<Clash, 'left'>[]): Promise<Map<string, Choice> | null> => {
    const choices = new Map<string, Choice>()
    for (const [at, clash] of clashes.entries()) {
      const isDecided = choiceForAll !== null && choicesFor(clash).includes(choiceForAll)
      const answer: Answer =
        isDecided && choiceForAll
          ? { choice: choiceForAll, isForAll: true }
          : await ask({ ...clash, left: clashes.length - at - 1 })
      if (!answer) return null
      if (answer.isForAll) choiceForAll = answer.choice
      choices.set(clash.item.hash, answer.choice)
    }
    return choices
  }
}

async function send(
  { kind, spaceId, target }: Relocation,
  [first, ...also]: readonly FileRecord[],
  conflict: Conflict,
): Promise<Relocated> {
  if (!first || conflict === 'skip') return { list: [], overwritten: [] }
  const input: InputOf<typeof files.move> = {
    spaceId,
    hash: first.hash,
    target: target.hash,
    conflict,
    ...(target.spaceId !== spaceId && { toSpaceId: target.spaceId }),
    ...(also.length && { also: also.map(({ hash }) => hash) }),
  }
  return call(files[kind], input, { quiet: true })
}

/** The inverse moves; files that became a version of another file are restored differently. */
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
