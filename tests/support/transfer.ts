import { contract } from '#contract/index.ts'
import { CODE, startInstitution } from '../services/institution.ts'
import { templateXml, USUAL } from '../services/institution-template.ts'
import { buildPublication, type Fields } from './publication.ts'

const { institutions, publications } = contract
export const TEMPLATE = '通用数据集'

/** A space that can publish to an institution, which has one template. */
export async function buildTransfer() {
  const base = await buildPublication()
  const { world, admin, owner, complete } = base
  const there = await startInstitution(world, { [TEMPLATE]: templateXml(TEMPLATE, USUAL) })
  const { id: institution } = await admin.data(institutions.create, {
    name: 'Lake Archive',
    host: there.origin,
    account: '42',
    code: CODE,
  })
  const [offered] = await owner.data(institutions.templates, { id: institution })
  const template = offered?.id ?? ''
  const extra = { correspondingAuthor: ['owner@lab.test'] }
  const begun = (more: Fields = {}) => complete({ institution, template, extra, ...more })
  const drain = () => world.services.tasks.drain()
  const show = (id: string) => owner.data(publications.show, { id })
  /** Submits a draft and lets its transfer end. */
  const sent = async (more: Fields = {}) => {
    const { id } = await begun(more)
    await owner.data(publications.submit, { id })
    await drain()
    return show(id)
  }
  const again = async (id: string, who = owner) => {
    await who.data(publications.retransmit, { id })
    await drain()
    return show(id)
  }
  const received = () => [...there.received.values()]
  /** What the institution would be told at: the address that it was given for its decision. */
  const callbackOf = (at = -1) =>
    (received().at(at)?.body.callbackUrl as { onSuccess: string } | undefined)?.onSuccess ?? ''
  async function decide(fields: Record<string, string>, { url = callbackOf(), file = null as Blob | null } = {}) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    if (file) form.append('file', file, 'review.pdf')
    const answer = await fetch(url, { method: 'POST', body: form })
    return { status: answer.status, body: (await answer.json()) as { code: number; error?: string } }
  }
  return { ...base, there, institution, template, begun, sent, again, drain, show, received, callbackOf, decide }
}
