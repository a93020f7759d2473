import { isFolder } from '#contract/core/directory.ts'
import type { Api, FileRecord } from './api.ts'
import { findFolder, type Place } from './place.ts'
import { bytesText } from './units.ts'

type Row = { name: string; size: number; time: string; json: object }
type Needs = { api: Api; isJson: boolean; out: { write: (text: string) => unknown } }

async function* rowsOf(api: Api, place: Place | null): AsyncGenerator<Row> {
  if (!place) {
    for await (const { identifier, name, usedBytes, createTime, id } of api.spaces())
      yield {
        name: `${identifier}  ${name}`,
        size: usedBytes,
        time: createTime,
        json: { id, identifier, name, usedBytes },
      }
    return
  }
  const spaceId = await api.spaceId(place.code)
  const { hash } = await findFolder(api, spaceId, place)
  for await (const record of api.list(spaceId, hash))
    yield {
      name: isFolder(record) ? `${record.name}/` : record.name,
      size: record.size,
      time: record.updateTime,
      json: shownOf(record),
    }
}

const shownOf = ({ hash, name, size, mime, updateTime, sha256 }: FileRecord) => ({
  hash,
  name,
  size,
  mime,
  updateTime,
  sha256,
})

/** Lists a folder, or without a place the spaces of the caller. */
export async function list({ api, isJson, out }: Needs, place: Place | null): Promise<void> {
  for await (const { name, size, time, json } of rowsOf(api, place)) {
    const day = time.slice(0, 16).replace('T', ' ')
    out.write(isJson ? `${JSON.stringify(json)}\n` : `${bytesText(size).padStart(10)}  ${day}  ${name}\n`)
  }
}
