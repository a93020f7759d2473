import * as z from 'zod/mini'
import type { Delivery, Target } from '../delivery.ts'
import { type Call, demand, type RepositoryAsk, type Said } from './asking.ts'
import { invenioFiles } from './invenio-files.ts'
import { invenioRecord } from './invenio-record.ts'

const Draft = z.object({ id: z.string().check(z.minLength(1)) })
const Published = z.object({
  pids: z._default(z.object({ doi: z.optional(z.object({ identifier: z.string() })) }), {}),
  links: z.object({ self_html: z._default(z.string(), '') }),
})

/**
 * Deposits to InvenioRDM, and so to Zenodo: a draft, its files one by one, and its publication. Source: the REST API
 * reference of InvenioRDM.
 */
export function invenioDelivery(ask: RepositoryAsk): Delivery {
  const to = ({ host, code }: Target, call: Omit<Call, 'headers'>): Promise<Said> =>
    ask(host, { ...call, headers: { authorization: `Bearer ${code}` } })
  const draftOf = (id: string) => `/api/records/${encodeURIComponent(id)}/draft`

  async function verify(target: Target, signal?: AbortSignal): Promise<void> {
    await to(target, { path: '/api/user/records?size=1', signal })
  }

  async function announce(target: Target, { deposit }: Parameters<Delivery['announce']>[1], signal: AbortSignal) {
    const json = invenioRecord(deposit)
    const { rootId } = deposit
    const path = rootId ? `/api/records/${encodeURIComponent(rootId)}/versions` : '/api/records'
    // A new version begins as a separate draft, which exists only once; its record is set afterwards.
    const { said } = await to(target, { method: 'POST', path, ...(!rootId && { json }), signal })
    const { id } = demand(Draft.safeParse(said))
    if (rootId) await to(target, { method: 'PUT', path: draftOf(id), json, signal })
    return { resourceId: id, url: '', username: '', password: '' }
  }

  async function sender(target: Target, { resourceId }: { resourceId: string }, signal: AbortSignal) {
    const all = `${draftOf(resourceId)}/files`
    return invenioFiles({ ask, target, all, signal, to: (call) => to(target, { ...call, signal }) })
  }

  /** The published record; null while it is a draft. */
  async function published(target: Target, id: string, signal?: AbortSignal): Promise<unknown> {
    const { status, said } = await to(target, { path: `/api/records/${encodeURIComponent(id)}`, also: [404], signal })
    return status === 404 ? null : said
  }

  async function complete(target: Target, resourceId: string, signal: AbortSignal) {
    // Published before, and its answer lost.
    const before = await published(target, resourceId, signal)
    const publish = { method: 'POST' as const, path: `${draftOf(resourceId)}/actions/publish`, signal }
    const record = demand(Published.safeParse(before ?? (await to(target, publish)).said))
    const outcome = { doi: record.pids.doi?.identifier ?? '', detailsUrl: record.links.self_html }
    return { isWhole: true, published: outcome }
  }

  async function cancel(target: Target, resourceId: string): Promise<boolean> {
    if (await published(target, resourceId)) return false
    await to(target, { method: 'DELETE', path: draftOf(resourceId), also: [404] })
    return true
  }

  return { verify, announce, sender, complete, cancel }
}
