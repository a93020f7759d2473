import * as z from 'zod/mini'
import type { DataciteConfig } from '#server/config.ts'

type DoiState = 'draft' | 'registered' | 'findable'
type Wish = { doi: string; event: 'publish' | 'register' | 'hide'; attributes: object }

/** What an attempt came to: `later` may succeed by itself, `never` needs somebody. */
type Told = { kind: 'done'; state: DoiState } | { kind: 'later' | 'never'; cause: string }

const Done = z.object({
  data: z.object({ attributes: z.object({ state: z.enum(['draft', 'registered', 'findable']) }) }),
})
const Refused = z.object({
  errors: z.array(
    z.object({ title: z.optional(z.string()), detail: z.optional(z.string()), source: z.optional(z.string()) }),
  ),
})
/** Longest cause that is kept, in characters. */
const CAUSE_MAX = 500
/** Refusals that end by themselves. */
const TRANSIENT = [408, 425, 429]

function causeOf(status: number, text: string): string {
  const refused = Refused.safeParse(jsonOf(text))
  const said = refused.success
    ? refused.data.errors.map(({ source, title, detail }) => [source, title ?? detail].filter(Boolean).join(': '))
    : []
  return [`HTTP ${status}`, ...said].join(' · ').slice(0, CAUSE_MAX)
}
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Whoever reads it finds that it has no shape.
    return undefined
  }
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
    const isTransient = response.ok || response.status >= 500 || TRANSIENT.includes(response.status)
    return { kind: isTransient ? 'later' : 'never', cause: causeOf(response.status, text) }
  } catch (error) {
    const { name, message, cause } = error as Error & { cause?: { code?: string } }
    return { kind: 'later', cause: [name, cause?.code, message].filter(Boolean).join(': ').slice(0, CAUSE_MAX) }
  }
}
