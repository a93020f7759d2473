import type { FastifyReply, FastifyRequest } from 'fastify'
import { SHARE_VISIT_MS } from '#contract/core/limits.ts'
import { SHARE_COOKIE } from '#server/http/cookies.ts'
import type { Seal } from '#server/storage/seal.ts'

const PURPOSE = 'share visit'
/** Most links whose passwords one browser remembers. */
const KEPT_MAX = 10

/** An entered password: the link, the epoch of its password, and the expiry. */
type Grant = { share: string; epoch: number; until: number }
/** The link and its current password epoch. */
type Guarded = { id: string; password_epoch: number }

/** The cookie of entered passwords; encrypted, so that only this server can write it. */
export function grantsOf({ seal, now, secure }: { seal: Seal; now: () => Date; secure: boolean }) {
  function read(request: FastifyRequest): Grant[] {
    const cookie = request.cookies[SHARE_COOKIE]
    if (!cookie) return []
    try {
      return seal.open<Grant[]>(Buffer.from(cookie, 'base64url'), PURPOSE)
    } catch {
      // A cookie that was changed, or has another key, counts as absent.
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
