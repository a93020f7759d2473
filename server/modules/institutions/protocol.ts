import * as z from 'zod/mini'
import { Failure } from '#server/failure.ts'
import type { Outside } from '#server/http/outside.ts'
import { answerOf, TicketOver } from './answers.ts'

/** How long an institution may take for one answer, in milliseconds (our choice). */
export const INSTITUTION_MS = 60_000
/** How long a ticket is used, in milliseconds; institutions take them for two hours. */
export const TICKET_MS = 1_800_000

/** The calls of an institution that sending needs, by their names in its list of services. */
const methods = {
  GET_TEMPLATES: 'GET',
  DATASET_PUBLISH: 'POST',
  DATASET_CANCEL: 'GET',
  UPLOAD_COMPLETED: 'POST',
} as const
export type Service = keyof typeof methods
const services = Object.keys(methods) as Service[]

const Entry = z.object({
  ticket: z.object({ token: z.string().check(z.minLength(1)), expires: z.coerce.number() }),
  serviceList: z.array(z.object({ name: z.string(), version: z.coerce.string(), url: z.string() })),
})
type Called = { version: string; url: URL }
/** The address of an institution, and the code for it. */
export type Institution = { id: string; host: string; code: string }
/** A ticket; valid only for the address and the code that it was issued for. */
type Ticket = Institution & { token: string; calls: ReadonlyMap<string, Called>; until: number }
type Ask = { query?: Record<string, string>; body?: unknown; signal?: AbortSignal }
type Needs = { outside: Outside; now: () => Date; timeoutMs?: number }

/** The client of the protocol between spaces and institutions: entry, ticket, list of services, calls. */
export function institutionClient({ outside, now, timeoutMs = INSTITUTION_MS }: Needs) {
  const tickets = new Map<string, Ticket>()
  const within = (signal?: AbortSignal) =>
    AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])])

  /** Lets the institution verify the code. Throws the errors of `institutionErrors`. */
  async function enter({ id, host, code }: Institution, signal?: AbortSignal): Promise<Ticket> {
    const answer = await outside.ask(`${host}/fair/entry`, {
      headers: { secretKey: code, accept: 'application/json' },
      signal: within(signal),
    })
    const { ticket, serviceList } = await answerOf(answer, Entry)
    const calls = new Map(
      serviceList
        .filter(({ url }) => URL.canParse(url, host))
        .map(({ name, version, url }) => [name, { version, url: new URL(url, host) }]),
    )
    const missing = services.filter((name) => !calls.has(name))
    if (missing.length) throw new Failure('institutionAnswerWrong', { cause: missing })
    const lasting = Math.min(TICKET_MS, Math.max(0, ticket.expires * 1000))
    const entered = { id, host, code, token: ticket.token, calls, until: now().getTime() + lasting }
    tickets.set(id, entered)
    return entered
  }

  async function ticketOf(institution: Institution, signal?: AbortSignal): Promise<Ticket> {
    const known = tickets.get(institution.id)
    const isSame = known?.host === institution.host && known.code === institution.code
    return known && isSame && known.until > now().getTime() ? known : enter(institution, signal)
  }

  async function callWith<T extends z.ZodMiniType>(ticket: Ticket, service: Service, shape: T, ask: Ask) {
    const { query = {}, body, signal } = ask
    const called = ticket.calls.get(service)
    if (!called) throw new Failure('institutionAnswerWrong', { cause: service })
    const url = new URL(called.url)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const headers = { token: ticket.token, version: called.version, accept: 'application/json' }
    const said = body === undefined ? { headers } : { headers: { ...headers, ...json }, body: JSON.stringify(body) }
    return answerOf(await outside.ask(url, { method: methods[service], ...said, signal: within(signal) }), shape)
  }

  /** Calls a service of the institution; a ticket that is over is replaced once. */
  async function call<T extends z.ZodMiniType>(
    institution: Institution,
    service: Service,
    shape: T,
    ask: Ask = {},
  ): Promise<z.output<T>> {
    const ticket = await ticketOf(institution, ask.signal)
    try {
      return await callWith(ticket, service, shape, ask)
    } catch (error) {
      if (!(error instanceof TicketOver)) throw error
      return callWith(await enter(institution, ask.signal), service, shape, ask)
    }
  }

  return { enter, call, ticketOf, forget: (id: string) => void tickets.delete(id), within }
}
export type InstitutionClient = ReturnType<typeof institutionClient>

const json = { 'content-type': 'application/json' } as const
