import * as z from 'zod/mini'
import type { SourceTable } from '#contract/data-sources.ts'
import { Failure } from '#server/failure.ts'
import { demandSuccess, outsideGateway, wholeOf } from '#server/http/outside.ts'
import type { OutsidePolicy } from '#server/http/outside-address.ts'
import { tlsOf } from '../drivers/tls.ts'
import { type AskedFile, bytesOf, type FileAddress, refusalOf, urlOf } from './asking.ts'

/** Bytes of one answer about tables, not of their rows, and pages of them that are read (our choice). */
const [ANSWER_BYTES, PAGES_MAX] = [8 * 1_048_576, 100]
const PAGE = 100
/** The expected parts of another installation's response; others may change. */
const Answered = z.object({ data: z.unknown() })
const Page = z.object({
  list: z.array(
    z.object({
      id: z.uuid(),
      name: z.string().check(z.minLength(1)),
      rows: z.optional(z.nullable(z.int().check(z.gte(0)))),
      changedAt: z.optional(z.string()),
    }),
  ),
  next: z.optional(z.string()),
})

/** A table or data view of another installation; `changedAt` is null where rows change without it. */
export type FarTable = SourceTable & { id: string; path: string; changedAt: string | null }
type Asking = { policy: OutsidePolicy; signal: AbortSignal }

const query = (fields: Record<string, string>) => String(new URLSearchParams(fields))
const far = (why: string) => new Failure('dataSourceFailed', { values: { why } })

/** Asks another installation with the access token of the address. Throws what names the cause. */
async function ask(address: FileAddress, path: string, { policy, signal }: Asking) {
  const url = urlOf({ ...address, database: `api${path}` })
  const headers = { authorization: `Bearer ${address.password}` }
  try {
    const answer = await outsideGateway({ policy }).ask(url, { headers, signal, tls: tlsOf(address) || {} })
    if (answer.status === 403) {
      answer.discard()
      throw new Failure('dataSourceForbidden')
    }
    demandSuccess(answer)
    return answer
  } catch (error) {
    const refusal = refusalOf(error)
    const isToken = refusal instanceof Failure && refusal.refusal === 'dataSourcePasswordWrong'
    throw isToken ? new Failure('dataSourceTokenWrong') : refusal
  }
}

async function read<T extends z.ZodMiniType>(address: FileAddress, path: string, shape: T, asking: Asking) {
  const answer = await ask(address, path, asking)
  const text = await wholeOf(answer, ANSWER_BYTES).catch((error: unknown) => {
    throw refusalOf(error)
  })
  try {
    return z.parse(shape, Answered.parse(JSON.parse(text.toString('utf8'))).data)
  } catch {
    throw far('no table API')
  }
}

/** The id of the space that the address names. Throws dataSourceSpaceGone. */
async function spaceOf(address: FileAddress, asking: Asking): Promise<string> {
  try {
    return await read(address, `/space/transit?${query({ code: address.database })}`, z.uuid(), asking)
  } catch (error) {
    const isGone = error instanceof Failure && error.refusal === 'dataSourceFileGone'
    throw isGone ? new Failure('dataSourceSpaceGone') : error
  }
}

async function listed(address: FileAddress, kind: SourceTable['kind'], spaceId: string, asking: Asking) {
  const [lists, exports] =
    kind === 'table' ? ['/tables', '/data/space/tables'] : ['/data-views', '/data/space/data-views']
  const found: FarTable[] = []
  let after = ''
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const asked = query({ spaceId, size: String(PAGE), ...(after && { after }) })
    const { list, next } = await read(address, `${lists}?${asked}`, Page, asking)
    for (const { id, name, rows, changedAt } of list) {
      const path = `${exports}/${id}/export?${query({ spaceId, format: 'parquet' })}`
      const isKnown = kind === 'table' && changedAt
      const schema = kind === 'table' ? address.database : `${address.database} / views`
      found.push({ id, schema, name, kind, path, rows: rows ?? null, changedAt: isKnown ? changedAt : null })
    }
    if (!next) return found
    after = next
  }
  throw far('endless list')
}

/** The tables and the data views of a space of another installation that the token may read. */
export async function farTables(address: FileAddress, asking: Asking): Promise<FarTable[]> {
  const spaceId = await spaceOf(address, asking)
  return [...(await listed(address, 'table', spaceId, asking)), ...(await listed(address, 'view', spaceId, asking))]
}

/** All rows of a table as a file, unless it is unchanged since the known state: then null. */
export async function askRows(
  address: FileAddress,
  { path, id, name, changedAt }: FarTable,
  { known, ...asking }: Asking & { known: string | null },
): Promise<AskedFile | null> {
  const state = changedAt && `${urlOf({ ...address, database: id }).href} ${changedAt}`
  if (state !== null && state === known) return null
  const { body, discard } = await ask(address, path, asking)
  return { body: bytesOf(body), discard, state, size: null, name: `${name}.parquet` }
}
