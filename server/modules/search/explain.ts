import type { Hit } from '#contract/search.ts'
import type { FilesModule, LiveItem } from '#server/modules/files/index.ts'
import type { Db } from '#server/storage/database.ts'
import type { Arm } from './arms.ts'
import { columnsOf, metadataLinesOf, textPieces } from './store.ts'
import { highlightsIn, pieceOf, type Words } from './words.ts'

/** A live item that was found, and why. */
export type Found = { item: LiveItem } & Pick<Hit, 'piece' | 'highlights'>
type Wish = { arm: Arm; words: Words /** Only what is below this folder. */; folderId?: string; tag?: string }
type Explain = (item: LiveItem) => Pick<Hit, 'piece' | 'highlights'> | null

/** The candidates that are live, where they are looked for, and really hold the words; in their order. */
export async function explained(
  { db, files }: { db: Db; files: FilesModule },
  ids: readonly string[],
  wish: Wish,
): Promise<Found[]> {
  const items = await files.liveItems(ids)
  const { folderId } = wish
  const here = ids
    .flatMap((id) => items.get(id) ?? [])
    .filter(({ above }) => !folderId || above.some((link) => link.id === folderId))
  if (!here.length) return []
  const explain = await explainer(db, here, wish)
  return here.flatMap((item) => {
    const why = explain(item)
    return why ? [{ item, ...why }] : []
  })
}

const around = (text: string, words: readonly string[]) => {
  const piece = pieceOf(text, words)
  return { piece, highlights: highlightsIn(piece, words) }
}

async function explainer(db: Db, items: readonly LiveItem[], { arm, words, tag }: Wish): Promise<Explain> {
  const sha256s = items.flatMap(({ record }) => record.sha256 ?? [])
  if (arm.place === 'text') {
    const pieces = await textPieces(db, sha256s, words.terms)
    return ({ record: { sha256 } }) => {
      const piece = pieces.get(sha256 ?? '')
      return piece === undefined ? null : { piece, highlights: highlightsIn(piece, words.terms) }
    }
  }
  if (arm.place === 'columns') {
    const columns = await columnsOf(db, sha256s)
    return ({ record: { sha256 } }) => {
      const fitting = (columns.get(sha256 ?? '') ?? []).filter((column) => highlightsIn(column, words.terms).length)
      const isWhole = words.terms.every((term) => fitting.some((column) => highlightsIn(column, [term]).length))
      return isWhole ? around(fitting.join(', '), words.terms) : null
    }
  }
  if (arm.place === 'meta') {
    const lines = await metadataLinesOf(
      db,
      items.map(({ record }) => record.hash),
    )
    const looked = words.folded.length ? words.folded : [tag?.toLowerCase() ?? '']
    return ({ record: { hash } }) =>
      around((lines.get(hash) ?? []).find((line) => highlightsIn(line, looked).length) ?? '', looked)
  }
  return ({ record }) => ({ piece: record.name, highlights: highlightsIn(record.name, words.folded) })
}
