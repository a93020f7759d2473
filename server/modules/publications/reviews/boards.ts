import { Failure, nullIfRefused } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { FrozenBoards } from '#server/modules/frozen-boards/index.ts'
import type { PublicationReading } from '../reading.ts'
import type { Opened, ReviewHiding } from './hiding.ts'
import type { ReviewLinking } from './linking.ts'

type Needs = {
  frozenBoards: FrozenBoards
  reading: Pick<PublicationReading, 'foundWithFiles'>
  linking: Pick<ReviewLinking, 'opened'>
  hiding: Pick<ReviewHiding, 'frozenFor'>
}
/** A submission by its id, or by the code of a link. */
type Place = { id?: string | undefined; code?: string | undefined }

/** Boards of submissions, with the rights of their files. */
export function reviewBoards({ frozenBoards, reading, linking, hiding }: Needs) {
  async function submissionAt({ id, code }: Place, actor: SignedIn | null): Promise<Opened> {
    if (code) return linking.opened(code)
    if (id && actor) return { row: await reading.foundWithFiles(id, actor), hidesNames: false }
    throw new Failure('reportGone')
  }

  /** Throws reportGone, whatever keeps the reader from it. */
  async function readable(place: Place, actor: SignedIn | null): Promise<Opened> {
    const found = await nullIfRefused(submissionAt(place, actor))
    if (!found) throw new Failure('reportGone')
    return found
  }

  /** A board for its page. Throws reportGone. */
  async function opened(place: Place, boardId: string, actor: SignedIn | null) {
    const found = await readable(place, actor)
    const { board } = await frozenBoards.opened(hiding.frozenFor(found), boardId)
    const { zh = '', en = '' } = found.row.metadata?.title ?? {}
    return { name: board.name, title: { zh, en } }
  }

  const calls = frozenBoards.calls(async (place: Place, { actor }) => hiding.frozenFor(await readable(place, actor)))
  return { ...calls, opened }
}
