import * as z from 'zod/mini'
import { sumOf } from '../sums.ts'
import { type Ask, jsonOf, type Published } from './published.ts'

const Stored = z.object({
  id: z.number(),
  filesize: z.optional(z.number()),
  md5: z.optional(z.string()),
  checksum: z.optional(z.object({ type: z.string(), value: z.string() })),
  originalFileName: z.optional(z.string()),
  originalFileSize: z.optional(z.number()),
})
const Version = z.object({
  data: z.object({
    files: z.array(
      z.object({
        label: z.string(),
        directoryLabel: z.optional(z.string()),
        restricted: z.optional(z.boolean()),
        dataFile: Stored,
      }),
    ),
    metadataBlocks: z.optional(
      z.object({
        citation: z.optional(z.object({ fields: z.array(z.object({ typeName: z.string(), value: z.unknown() })) })),
      }),
    ),
  }),
})

/** The address of a version for programs, of the page of its dataset; null for other pages. */
export function dataverseVersion(url: URL): string | null {
  const id = url.searchParams.get('persistentId')
  if (!id) return null
  const asked = url.searchParams.get('version') ?? ''
  const version = /^\d{1,6}\.\d{1,6}$/.test(asked) ? asked : ':latest-published'
  return `${url.origin}/api/datasets/:persistentId/versions/${version}?persistentId=${encodeURIComponent(id)}`
}

/** A published version of a dataset in a Dataverse. Of tables that it took apart, the files as they were brought. */
export async function readDataverse(ask: Ask, address: string): Promise<Published> {
  const { data } = await jsonOf(Version, await ask(address, 'application/json'))
  const { origin, searchParams } = new URL(address)
  const id = searchParams.get('persistentId') ?? ''
  const title = data.metadataBlocks?.citation?.fields.find(({ typeName }) => typeName === 'title')?.value
  const files = data.files.map(({ label, directoryLabel, restricted, dataFile }) => {
    const { md5, checksum, originalFileName, originalFileSize } = dataFile
    const isTakenApart = originalFileName !== undefined
    const path = [directoryLabel, originalFileName ?? label].filter(Boolean).join('/')
    return {
      path,
      size: (isTakenApart ? originalFileSize : dataFile.filesize) ?? null,
      url: `${origin}/api/access/datafile/${dataFile.id}${isTakenApart ? '?format=original' : ''}`,
      sums: checksum ? sumOf(checksum.type, checksum.value) : sumOf('md5', md5),
      ...(restricted && { isRefused: true }),
    }
  })
  const exported = `${origin}/api/datasets/export?exporter=Datacite&persistentId=${encodeURIComponent(id)}`
  return { title: typeof title === 'string' ? title : id, files, metadata: { url: exported, name: 'datacite.xml' } }
}
