import * as z from 'zod/mini'
import { sumOf } from '../sums.ts'
import { type Ask, jsonOf, type Published } from './published.ts'

const PLACE = /^(.*?)\/(?:api\/)?records?\/([A-Za-z0-9-]{1,100})(?:\/|$)/
const Record = z.object({ metadata: z.object({ title: z.string() }) })
const Files = z.object({
  entries: z._default(
    z.array(z.object({ key: z.string(), size: z.optional(z.number()), checksum: z.optional(z.nullable(z.string())) })),
    [],
  ),
})

/** The address of a record for programs, of any address of it; null for what is no record. */
export function invenioRecord(url: URL): string | null {
  const [, base, id] = PLACE.exec(url.pathname) ?? []
  return id ? `${url.origin}${base}/api/records/${id}` : null
}

/** A record of InvenioRDM, such as one of Zenodo. */
export async function readInvenio(ask: Ask, record: string): Promise<Published> {
  const { metadata } = await jsonOf(Record, await ask(record, 'application/json'))
  const { entries } = await jsonOf(Files, await ask(`${record}/files`, 'application/json'))
  const files = entries.map(({ key, size, checksum }) => {
    const [kind = '', value] = (checksum ?? '').split(':')
    const url = `${record}/files/${encodeURIComponent(key)}/content`
    return { path: key, size: size ?? null, url, sums: sumOf(kind, value) }
  })
  return { title: metadata.title, files, metadata: { url: record, name: 'datacite.json' } }
}
/** Metadata of a record that is stored as a description, which drafts can import. */
export const INVENIO_METADATA = 'application/vnd.datacite.datacite+json'
