import type { Client } from './client.ts'

/** Sends a file of tables to be imported: where an import takes it from. */
export async function sentTable(
  client: Client,
  spaceId: string,
  bytes: string | Uint8Array<ArrayBuffer>,
  name: string,
) {
  const body = new FormData()
  body.append('spaceId', spaceId)
  body.append('file', new File([bytes], name))
  const response = await client.fetch('/api/tables/files', { method: 'POST', body })
  const { data } = (await response.json()) as { data: { id: string } }
  return { from: 'upload', id: data.id } as const
}
