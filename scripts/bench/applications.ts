import { contract } from '#contract/index.ts'
import { bearerOf, type Registered, signedHeaders } from '../../tests/support/application.ts'
import { Client } from '../../tests/support/client.ts'
import { cpuSeconds } from '../../tests/support/cpu.ts'
import { ADMIN, startServer } from '../../tests/support/server.ts'
import { type Line, median, ms, runConcurrently, times } from './job.ts'

const { applications } = contract
const PATH = '/api/spaces?scope=mine'
const CALLS = 3000
const AT_ONCE = 16
/** Calls of a person while nothing else happens, and while an application calls as fast as it can. */
const ASKED = 200
const FLOOD_AT_ONCE = 64
/** Rounds of calls beside a flood, long enough for the flood to use up its minute. */
const FLOOD_ROUNDS = 6

type Headers = () => Record<string, string>

/** An application of a site that is measured. */
export async function register(client: Client, name: string, callsPerMinute: number): Promise<Registered> {
  const draft = { name, contact: 'bench@lab.test', callsPerMinute, ways: ['bearer' as const, 'signature' as const] }
  const { application, secret } = await client.data(applications.register, draft)
  const { id, key } = application
  await client.data(applications.grant, { id, grants: [{ group: 'readSpaces', until: null }] })
  return { id, key, secret }
}

/** Processor time of the server for one call, in milliseconds. */
async function costOf(origin: string, pid: number, headers: Headers): Promise<number> {
  const run = (count: number) =>
    runConcurrently(count, AT_ONCE, async () => {
      const answer = await fetch(origin + PATH, { headers: headers() })
      if (!answer.ok) throw new Error(await answer.text())
      await answer.arrayBuffer()
    })
  await run(CALLS / 3)
  const before = cpuSeconds(pid)
  await run(CALLS)
  return ((cpuSeconds(pid) - before) * 1000) / CALLS
}

/** How long a person waits for a call, in the middle and in the worst twentieth; milliseconds. */
export async function waitsOf(client: Pick<Client, 'fetch'>): Promise<{ middle: number; slow: number }> {
  const waits: number[] = []
  for (let count = 0; count < ASKED; count += 1) {
    const start = performance.now()
    await (await client.fetch(PATH)).arrayBuffer()
    waits.push(performance.now() - start)
  }
  return { middle: median(waits), slow: waits.toSorted((a, b) => a - b)[Math.floor(ASKED * 0.95)] ?? Number.NaN }
}

/** Somebody who calls as fast as they can until `work` is done; answers how many were answered and refused. */
async function flood(origin: string, headers: Headers, work: () => Promise<void>) {
  let isOver = false
  const counts = { answered: 0, refused: 0, without: 0 }
  const one = async () => {
    while (!isOver) {
      const answer = await fetch(origin + PATH, { headers: headers() })
      await answer.arrayBuffer()
      if (answer.ok) counts.answered += 1
      else counts.refused += 1
      if (answer.status === 429 && !answer.headers.get('retry-after')) counts.without += 1
    }
  }
  const calls = Array.from({ length: FLOOD_AT_ONCE }, one)
  await work()
  isOver = true
  await Promise.all(calls)
  if (counts.without) throw new Error(`${counts.without} refusals said no time to wait`)
  return counts
}

/** Whether a person with an access token can starve others, on a server with a tenth of the usual limit: it is reached soon. */
export async function floodingPerson(): Promise<Line[]> {
  const server = await startServer({ env: { LOG_LEVEL: 'error', PERSON_CALLS: '6000' } })
  const greedy = await new Client(server.origin).login(ADMIN.email, ADMIN.password)
  const { token } = await greedy.data(contract.account.addToken, { name: 'program', scope: 'read', validityDays: 1 })
  const other = await register(greedy, 'Other', 100_000)
  const client = { fetch: (path: string) => fetch(server.origin + path, { headers: bearerOf(other) }) }
  const quiet = await waitsOf(client)
  const waits: { middle: number; slow: number }[] = []
  const counts = await flood(
    server.origin,
    () => ({ authorization: `Bearer ${token}` }),
    async () => {
      for (let round = 0; round < FLOOD_ROUNDS; round += 1) waits.push(await waitsOf(client))
    },
  )
  const [first, last] = [waits[0] ?? quiet, waits.at(-1) ?? quiet]
  await server.stop()
  const line = (job: string, { middle, slow }: typeof quiet): Line => ({
    job,
    ours: `${ms(middle)}, worst 5 % ${ms(slow)}`,
    limit: `${ms(quiet.middle)}, ${ms(quiet.slow)} in quiet`,
    ratio: times(middle, quiet.middle),
    target: 'under 100 ms',
  })
  return [
    line('an application while a person floods, answered still', first),
    line(`the same, refused (${counts.answered} answered, ${counts.refused} × 429)`, last),
  ]
}

/** The cost of signatures, and whether an application can block other users. */
export async function openApi(client: Client, pid: number): Promise<Line[]> {
  const { origin } = client
  const fast = await register(client, 'Fast', 100_000)
  const greedy = await register(client, 'Greedy', 600)
  const session = await costOf(origin, pid, () => client.headers())
  const bearer = await costOf(origin, pid, () => bearerOf(fast))
  const clock = { now: () => new Date() }
  const signed = await costOf(origin, pid, () => signedHeaders({ origin, clock }, fast, PATH))
  const quiet = await waitsOf(client)
  let busy = quiet
  const counts = await flood(
    origin,
    () => bearerOf(greedy),
    async () => {
      busy = await waitsOf(client)
    },
  )
  const call = (job: string, value: number): Line => ({
    job,
    ours: `${value.toFixed(2)} ms CPU`,
    limit: `${session.toFixed(2)} ms CPU by session`,
    ratio: times(value, session),
    target: '1.3 ×',
  })
  return [
    call('my spaces by a bearer token of an application', bearer),
    call('my spaces by a signed call', signed),
    {
      job: `a person while an application floods (${counts.refused} × 429)`,
      ours: `${ms(busy.middle)}, worst 5 % ${ms(busy.slow)}`,
      limit: `${ms(quiet.middle)}, ${ms(quiet.slow)} in quiet`,
      ratio: times(busy.middle, quiet.middle),
      target: 'under 100 ms',
    },
  ]
}
