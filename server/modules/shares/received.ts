import type { ParsedOf } from '#contract/core/operation.ts'
import type { ReceivedShare, shares } from '#contract/shares.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor } from '#server/http/context.ts'
import { type ReceivedRow, sqlReceivedStore } from './received-store.ts'
import { addressOf, type MakerNeeds, stateOf } from './records.ts'
import type { VisitNotes } from './visits.ts'

type Needs = Pick<MakerNeeds, 'db' | 'seal' | 'origin' | 'now'> & { visits: VisitNotes }

/** The links of others that a user opened while signed in. */
export function receivedService(needs: Needs) {
  const { db, visits, now } = needs
  const store = sqlReceivedStore(db)

  /** A link does not work while its creator's account is not active. */
  function receivedOf(row: ReceivedRow): ReceivedShare {
    const state = row.is_maker_in ? stateOf(row, now()) : 'revoked'
    return {
      id: row.id,
      kind: row.kind,
      title: row.title,
      count: row.count,
      maker: { personId: row.person_id, personName: row.person_name },
      mayDownload: row.may_download,
      isBox: row.is_box,
      needsPassword: row.password_way !== 'none',
      state,
      link: state === 'valid' ? addressOf(row, needs) : null,
      endTime: row.expires_at.toISOString(),
      at: row.at.toISOString(),
    }
  }

  async function list(paging: ParsedOf<typeof shares.received>, { actor }: ByActor) {
    await visits.flushed()
    const page = await store.page(actor.id, paging)
    return { ...page, list: page.list.map(receivedOf) }
  }

  async function forget({ id }: ParsedOf<typeof shares.forget>, { actor }: ByActor): Promise<null> {
    await visits.flushed()
    if (!(await store.forget(actor.id, id))) throw new Failure('shareGone')
    return null
  }

  return { list, forget }
}
