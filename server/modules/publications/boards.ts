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
    const fileIds = read.flatMap(({ sources, files: shown }) => [
      ...shown,
      ...sources.flatMap((ref) => (ref.kind === 'file' ? [ref.hash] : [])),
    ])
    const there = await publishedFiles(from, spaceId, [...new Set(fileIds)], files)
    const known = new Set([...tables, ...there])
    const shownAs = (hash: string): SourceRef => ({ kind: 'file', hash })
    const all = read.flatMap(({ sources, files: shown }) => [...sources, ...shown.map(shownAs)])
    const missing = [...new Map(all.map((ref) => [keyOfSource(ref), ref])).values()].filter((ref) => {
      const id = idOfFrozen(ref)
      return id === null || !known.has(id)
    })
    const names = await dataViews.named(missing, { spaceId, reader: actor })
    const nameOf = (ref: SourceRef) => names.get('id' in ref ? ref.id : ref.hash) ?? ''
    return read.map(({ board: { id, name, description }, sources, files: shown, hasFormulas }) => {
      const refs = [...sources, ...shown.map(shownAs)]
      const lacks = (isFrozen: boolean) =>
        [
          ...new Set(
            refs.filter((ref) => missing.includes(ref) || missing.some((one) => keyOfSource(one) === keyOfSource(ref))),
          ),
        ]
          .filter((ref) => (idOfFrozen(ref) !== null) === isFrozen)
          .map(nameOf)
      return {
        id,
        name,
        description,
        notChosen: [...new Set(lacks(true))],
        notFiles: [...new Set(lacks(false))],
        hasFormulas,
      }
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

  /** Freezes the chosen boards as they are published in the space; those that do not fit any more are left out. */
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
    const read = found.map((board) => readBy(board))
    const ids = read.flatMap(({ sources, files }) => [
      ...files,
      ...sources.flatMap((ref) => (ref.kind === 'file' ? [ref.hash] : [])),
    ])
    const paths = await selectedPaths(tx, tops, [...new Set(ids)])
    const rows = found.map(({ id: report_id, name, description, board, charts }, at) => {
      const own = read[at]
      const files = [
        ...(own?.files ?? []),
        ...(own?.sources ?? []).flatMap((ref) => (ref.kind === 'file' ? [ref.hash] : [])),
      ]
      const placed = Object.fromEntries(files.map((one) => [one, paths.get(one) ?? '']))
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

const isFit = ({ notChosen, notFiles, hasFormulas }: BoardFit) =>
  notChosen.length + notFiles.length === 0 && !hasFormulas
