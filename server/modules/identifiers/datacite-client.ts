import * as z from 'zod/mini'
import type { DataciteConfig } from '#server/config.ts'
import { CAUSE_MAX, isTransient, jsonOf, noAnswer, type Told } from './told.ts'

type Wish = { doi: string; event: 'publish' | 'register' | 'hide'; attributes: object }

const Done = z.object({
  data: z.object({ attributes: z.object({ state: z.enum(['draft', 'registered', 'findable']) }) }),
})
const Refused = z.object({
  errors: z.array(
    z.object({ title: z.optional(z.string()), detail: z.optional(z.string()), source: z.optional(z.string()) }),
  ),
})
function causeOf(status: number, text: string): string {
  const refused = Refused.safeParse(jsonOf(text))
  const said = refused.success
    ? refused.data.errors.map(({ source, title, detail }) => [source, title ?? detail].filter(Boolean).join(': '))
    : []
  return [`HTTP ${status}`, ...said].join(' · ').slice(0, CAUSE_MAX)
}
/** Tells DataCite of a DOI. The same wish may be told any number of times. Source: DataCite REST API. */
export async function tellDatacite(account: DataciteConfig, { doi, event, attributes }: Wish): Promise<Told> {
  const { url, repository, password, timeoutMs } = account
  const body = JSON.stringify({ data: { id: doi, type: 'dois', attributes: { ...attributes, doi, event } } })
  const authorization = `Basic ${Buffer.from(`${repository}:${password}`).toString('base64')}`
  try {
    const response = await fetch(`${url}/dois/${doi}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/vnd.api+json', authorization },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await response.text()
    const done = response.ok ? Done.safeParse(jsonOf(text)) : null
    if (done?.success) return { kind: 'done', state: done.data.data.attributes.state }
    const kind = response.ok || isTransient(response.status) ? 'later' : 'never'
    return { kind, cause: causeOf(response.status, text) }
  } catch (error) {
    return noAnswer(error)
  }
}
