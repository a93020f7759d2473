import { Failure, nullIfRefused } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { FrozenBoards } from '#server/modules/frozen-boards/index.ts'
import { frozenOf, type PublicationReading } from '../reading.ts'
import type { WholeRow } from '../store.ts'
import type { ReviewLinking } from './linking.ts'

type Needs = {
  frozenBoards: FrozenBoards
  reading: Pick<PublicationReading, 'foundWithFiles'>
  linking: Pick<ReviewLinking, 'opened'>
}
/** A submission by its id, or by the code of a link. */
type Place = { id?: string | undefined; code?: string | undefined }

/** Boards of submissions, with the rights of their files. */
export function reviewBoards({ frozenBoards, reading, linking }: Needs) {
  async function submissionAt({ id, code }: Place, actor: SignedIn | null): Promise<WholeRow> {
    if (code) return (await linking.opened(code)).row
    if (id && actor) return reading.foundWithFiles(id, actor)
    throw new Failure('reportGone')
  }

  /** Throws reportGone, whatever keeps the reader from it. */
  async function readable(place: Place, actor: SignedIn | null): Promise<WholeRow> {
    const row = await nullIfRefused(submissionAt(place, actor))
    if (!row) throw new Failure('reportGone')
    return row
  }

  /** A board for its page. Throws reportGone. */
  async function opened(place: Place, boardId: string, actor: SignedIn | null) {
    const row = await readable(place, actor)
    const { board } = await frozenBoards.opened(frozenOf(row), boardId)
    const { zh = '', en = '' } = row.metadata?.title ?? {}
    return { name: board.name, title: { zh, en } }
  }

  const calls = frozenBoards.calls(async (place: Place, { actor }) => frozenOf(await readable(place, actor)))
  return { ...calls, opened }
}
