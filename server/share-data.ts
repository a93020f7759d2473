import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { FOLDER_ROWS } from '#contract/core/limits.ts'
import { Id, keyset } from '#contract/core/shapes.ts'
import type { ShareView } from '#contract/pages/data.ts'
import { shareAccess } from '#contract/share-access.ts'
import { Failure, nullIfRefused } from './failure.ts'
import type { SharesModule } from './modules/shares/index.ts'

const PATHS = ['/space-share', '/file-share', '/board-share']
export const isShare = (path: string): boolean => PATHS.includes(path)

type Shares = Pick<SharesModule, 'arrive'>
type List = Awaited<ReturnType<Shares['arrive']>>['list']
/** Parts of the address: the secret of the link, the folder shown, and the cursor in its list. */
const Place = z.object({
  link: shareAccess.info.input.shape.linkId,
  folder: z.catch(z.optional(Id), undefined),
  after: z.catch(keyset.after, undefined),
})

/** A page of the list; an unknown folder or cursor shows the beginning. */
async function pageOf(listOf: List, { folder, after }: z.infer<typeof Place>) {
  const list = (place: { hash?: string | undefined; after?: string | undefined }) =>
    listOf({ ...place, size: FOLDER_ROWS, sort: 'name', order: 'asc' })
  if (after) {
    const further = await nullIfRefused(list({ hash: folder, after }))
    if (further) return further
  }
  return (folder ? await nullIfRefused(list({ hash: folder })) : null) ?? nullIfRefused(list({}))
}

/** Data of the page of a share link, for its visitor. */
export async function shareViewOf(shares: Shares, request: FastifyRequest): Promise<ShareView> {
  const place = Place.safeParse(request.query)
  if (!place.success) return { linkId: '', error: 'shareGone', info: null, mayEmbed: false, page: null }
  const linkId = place.data.link
  try {
    const { info, mayEmbed, list } = await shares.arrive(linkId, request)
    const isOpen = !info.needsPassword && !info.isBox && info.kind !== 'board'
    return { linkId, error: null, info, mayEmbed, page: isOpen ? await pageOf(list, place.data) : null }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const ended = error.refusal === 'shareExpired' ? 'shareExpired' : 'shareGone'
    return { linkId, error: ended, info: null, mayEmbed: false, page: null }
  }
}
