import type { FastifyReply, FastifyRequest } from 'fastify'
import { SHARE_VISIT_MS } from '#contract/core/limits.ts'
import { SHARE_COOKIE } from '#server/http/cookies.ts'
import type { Seal } from '#server/storage/seal.ts'

const PURPOSE = 'share visit'
/** Links whose passwords one browser keeps in mind. */
const KEPT_MAX = 10

/** A password that was given: for which link, for which of its passwords, until when. */
type Grant = { share: string; epoch: number; until: number }
/** The link and the password that it has now. */
type Guarded = { id: string; password_epoch: number }

/** What a browser remembers of the passwords that it gave; sealed, so that nobody writes it but us. */
export function grantsOf({ seal, now, secure }: { seal: Seal; now: () => Date; secure: boolean }) {
  function read(request: FastifyRequest): Grant[] {
    const cookie = request.cookies[SHARE_COOKIE]
    if (!cookie) return []
    try {
      return seal.open<Grant[]>(Buffer.from(cookie, 'base64url'), PURPOSE)
    } catch {
      // Changed, or of another key: as if it were not there.
      return []
    }
  }

  return {
    isProved: (request: FastifyRequest, { id, password_epoch }: Guarded): boolean =>
      read(request).some(
        ({ share, epoch, until }) => share === id && epoch === password_epoch && until > now().getTime(),
      ),

    remember(request: FastifyRequest, reply: FastifyReply, { id, password_epoch }: Guarded): void {
      const until = now().getTime() + SHARE_VISIT_MS
      const others = read(request).filter(({ share }) => share !== id)
      const kept = [{ share: id, epoch: password_epoch, until }, ...others].slice(0, KEPT_MAX)
      reply.setCookie(SHARE_COOKIE, seal.close(kept, PURPOSE).toString('base64url'), {
        path: '/',
        sameSite: 'lax',
        secure,
        httpOnly: true,
        maxAge: SHARE_VISIT_MS / 1000,
      })
    },
  }
}
export type Grants = ReturnType<typeof grantsOf>
