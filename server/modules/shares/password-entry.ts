import type { FastifyReply, FastifyRequest } from 'fastify'
import { SHARE_CLOSED_MS, SHARE_TRIES, SHARE_TRIES_A_MINUTE } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { shareAccess as calls, ShareInfo } from '#contract/share-access.ts'
import { sharePathOf } from '#contract/shares.ts'
import { Failure, orRefusal } from '#server/failure.ts'
import { succeed } from '#server/http/answer.ts'
import { rateLimitOf } from '#server/http/rate-limit.ts'
import { verifyPassword } from '#server/modules/session/index.ts'
import { sha256 } from '#server/storage/seal.ts'
import type { Grants } from './grant.ts'
import type { LinkGuard } from './guard.ts'
import { infoOf } from './share-info.ts'
import type { ShareStore } from './store.ts'
import type { VisitNotes } from './visits.ts'

type Needs = { guard: LinkGuard; store: ShareStore; grants: Grants; visits: VisitNotes; now: () => Date }
type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** Password entry for a link. */
export function passwordEntry({ guard, store, grants, visits, now }: Needs) {
  const tries = rateLimitOf(SHARE_TRIES_A_MINUTE, now)

  /** Limits guessing: few wrong attempts per minute and address, and few in all before the link pauses. */
  async function enter(
    { linkId, password }: ParsedOf<typeof calls.enter>,
    { request, reply }: Exchange,
  ): Promise<ShareInfo> {
    tries.take(request.ip)
    const share = await guard.open(linkId, request)
    const { row } = share
    if (row.password_way === 'none') return infoOf(share, linkId)
    const closedUntil = new Date(now().getTime() + SHARE_CLOSED_MS)
    const taken = await store.takeTry(row.id, { now: now(), most: SHARE_TRIES, closedUntil })
    if (!taken) throw new Failure('shareClosed', { values: { minutes: SHARE_CLOSED_MS / 60_000 } })
    const isRight = taken.password_hash && (await verifyPassword(password.normalize('NFC').trim(), taken.password_hash))
    if (!isRight) {
      visits.note(request, { share: row, action: 'wrongPassword' }, true)
      throw new Failure('sharePasswordWrong')
    }
    await store.giveTry(row.id)
    tries.give(request.ip)
    grants.remember(request, reply, { id: row.id, password_epoch: taken.password_epoch })
    visits.note(request, { share: row, action: 'opened' })
    return infoOf(await guard.openAgain(row.id, taken.password_epoch), linkId)
  }

  /** A form sent without scripts gets its page again, with the refusal in words. */
  async function enterByForm(input: ParsedOf<typeof calls.enter>, exchange: Exchange): Promise<FastifyReply> {
    const { request, reply } = exchange
    const isPage = request.headers.accept?.includes('text/html')
    if (!isPage) return succeed(reply, await enter(input, exchange))
    const query = new URLSearchParams({ link: input.linkId })
    const entered = await orRefusal(enter(input, exchange))
    if (entered instanceof Failure) query.set('problem', entered.refusal)
    const known = await store.byHash(sha256(input.linkId))
    return reply.redirect(`${sharePathOf(known?.kind ?? 'file')}?${query}`, 303)
  }

  return enterByForm
}
