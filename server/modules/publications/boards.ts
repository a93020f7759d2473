import type { DraftFields } from '#contract/publications/draft.ts'
import type { BoardFit } from '#contract/publications.ts'
import { keyOfSource, type SourceRef } from '#contract/queries/query.ts'
import { readBy } from '#contract/reports/board-sources.ts'
import type { SignedIn } from '#server/http/context.ts'
import { lookUp } from '#server/modules/files/index.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { freezeBoards } from './board-store.ts'
import type { PublicationNeeds } from './needs.ts'
import { selectedPaths, type Top } from './selection-store.ts'

type Fields = Pick<DraftFields, 'boards' | 'files' | 'tables' | 'institution'>
type Board = Awaited<ReturnType<PublicationNeeds['reports']['publishedBoards']>>[number]
/** A source by the id of its table or file; null for one whose rows are no file of a dataset. */
const idOfFrozen = (ref: SourceRef): string | null =>
  ref.kind === 'table' ? ref.id : ref.kind === 'file' ? ref.hash : null

type Read = ReturnType<typeof readBy>
/** The files that a board reads or shows. */
const filesOf = ({ files, sources }: Read): string[] => [
  ...files,
  ...sources.flatMap((ref) => (ref.kind === 'file' ? [ref.hash] : [])),
]

/** Boards of the space that go with a dataset: those that read nothing else than what is published. */
export function publicationBoards({ db, reports, dataViews }: PublicationNeeds) {
  /** Which of these files are published, by themselves or with a folder around them. */
  async function publishedFiles(from: Db | Tx, spaceId: string, ids: readonly string[], chosen: readonly string[]) {
    if (!ids.length) return new Set<string>()
    const { item } = await lookUp(from, spaceId, { ids: [...ids] })
    const own = new Set(chosen)
    return new Set(
      ids.filter((id) => {
        const node = item(id)
        return node && (own.has(id) || node.above.some((folder) => own.has(folder.id)))
      }),
    )
  }

  /** What keeps each board from being published with these contents. */
  async function fitsOf(
    from: Db | Tx,
    spaceId: string,
    boards: readonly Board[],
    { files = [], tables = [] }: Fields,
    actor: SignedIn,
  ): Promise<BoardFit[]> {
    const read = boards.map((board) => ({ board, ...readBy(board) }))
    const there = await publishedFiles(from, spaceId, [...new Set(read.flatMap(filesOf))], files)
    const known = new Set([...tables, ...there])
    const missingOf = (board: Read) => {
      const shown = board.files.map((hash): SourceRef => ({ kind: 'file', hash }))
      const refs = new Map([...board.sources, ...shown].map((ref) => [keyOfSource(ref), ref]))
      return [...refs.values()].filter((ref) => !known.has(idOfFrozen(ref) ?? ''))
    }
    const missing = read.map(missingOf)
    const names = await dataViews.named(missing.flat(), { spaceId, reader: actor })
    const nameOf = (ref: SourceRef) => names.get('id' in ref ? ref.id : ref.hash) ?? ''
    return read.map(({ board: { id, name, description } }, at) => {
      const lacks = (isFrozen: boolean) => [
        ...new Set((missing[at] ?? []).filter((ref) => (idOfFrozen(ref) !== null) === isFrozen).map(nameOf)),
      ]
      return { id, name, description, notChosen: lacks(true), notFiles: lacks(false) }
    })
  }

  /** All published boards of the space, each with what keeps it from being published. */
  async function candidates(spaceId: string, fields: Fields, actor: SignedIn): Promise<BoardFit[]> {
    return fitsOf(db, spaceId, await reports.publishedBoards(spaceId, null, actor), fields, actor)
  }

  /** The chosen boards that can't be published as they are; those that are gone have no name. */
  async function unfit(spaceId: string, fields: Fields, actor: SignedIn): Promise<string[]> {
    const { boards = [], institution } = fields
    if (!boards.length || institution) return []
    const found = await reports.publishedBoards(spaceId, boards, actor)
    const fits = await fitsOf(db, spaceId, found, fields, actor)
    const gone = boards.filter((id) => !found.some((board) => board.id === id)).map(() => '')
    return [...fits.filter((fit) => !isFit(fit)).map(({ name }) => name), ...gone]
  }

  /** Freezes the chosen boards as they are published in the space. False, and nothing frozen, when one does not fit any more. */
  async function freeze(
    tx: Tx,
    { id, fields, tops }: { id: string; fields: Fields; tops: readonly Top[] },
    spaceId: string,
    actor: SignedIn,
  ): Promise<boolean> {
    const { boards: chosen = [], institution } = fields
    if (!chosen.length || institution) return true
    const found = await reports.publishedBoards(spaceId, chosen, actor)
    const fits = await fitsOf(tx, spaceId, found, fields, actor)
    if (found.length < new Set(chosen).size || !fits.every(isFit)) return false
    const read = found.map((board) => filesOf(readBy(board)))
    const paths = await selectedPaths(tx, tops, [...new Set(read.flat())])
    const rows = found.map(({ id: report_id, name, description, board, charts }, at) => {
      const placed = Object.fromEntries((read[at] ?? []).map((one) => [one, paths.get(one) ?? '']))
      return {
        publication_id: id,
        report_id,
        position: chosen.indexOf(report_id),
        name,
        description,
        content: { board, charts },
        paths: placed,
      }
    })
    await freezeBoards(tx, rows)
    return true
  }

  return { candidates, unfit, freeze }
}
export type PublicationBoards = ReturnType<typeof publicationBoards>

const isFit = ({ notChosen, notFiles }: BoardFit) => notChosen.length + notFiles.length === 0
