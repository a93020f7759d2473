import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { LIST_MAX_SIZE, SELECTION_MAX } from '#contract/core/limits.ts'
import type { DataOf } from '#contract/core/operation.ts'
import type { Conflict, FileRecord, files } from '#contract/files.ts'
import type { session } from '#contract/session.ts'
import type { spaces } from '#contract/spaces.ts'
import type { uploads } from '#contract/uploads.ts'
import type { Site } from './site.ts'

export type { Conflict, FileRecord } from '#contract/files.ts'
export type CheckAnswer = DataOf<typeof uploads.check>
export type Wish = {
  spaceId: string
  /** Id of the target folder. */
  hash: string
  name: string
  total: number
  fileMd5: string
  fileSha256: string
  conflict: Conflict
}
export type Chunk = { checkId: string; chunkCount: number; chunkIndex: number; bytes: Uint8Array }
/** A file of a pack, with its bytes. */
export type Packed = Pick<Wish, 'hash' | 'name' | 'total' | 'fileMd5'> & {
  conflict: 'refuse' | 'skip' | 'replace'
  bytes: Uint8Array
}
export type Api = ReturnType<typeof apiOf>

/** The API calls of the client; each is safe to retry. */
export function apiOf(site: Site) {
  const get = async <Data>(path: string, query: Record<string, string | number> = {}) =>
    (await site.call({ method: 'GET', path, query })) as Data

  async function* paged<Row>(path: string, query: Record<string, string | number>): AsyncGenerator<Row> {
    let after: string | undefined
    do {
      const page = await get<{ list: Row[]; next?: string }>(path, {
        ...query,
        ...(after && { after }),
        size: LIST_MAX_SIZE,
      })
      yield* page.list
      after = page.next
    } while (after)
  }

  return {
    me: () => get<DataOf<typeof session.current>>('/get.u'),
    spaces: () =>
      paged<DataOf<typeof spaces.list>['list'][number]>('/spaces', { scope: 'mine', sort: 'name', order: 'asc' }),
    spaceId: (code: string) => get<string>('/space/transit', { code }),
    root: (spaceId: string) => get<DataOf<typeof files.show>>('/files/root', { spaceId }),
    list: (spaceId: string, hash: string) => paged<FileRecord>('/files', { spaceId, hash }),

    /** The items of a folder that have one of these names. */
    async named(spaceId: string, hash: string, names: readonly string[]): Promise<FileRecord[]> {
      const found: FileRecord[] = []
      for (let from = 0; from < names.length; from += SELECTION_MAX) {
        const body = site.json({ spaceId, hash, names: names.slice(from, from + SELECTION_MAX) })
        const page = await site.call({ method: 'POST', path: '/files/conflicts', body })
        found.push(...(page as FileRecord[]))
      }
      return found
    },

    /** Id of the folder at a path below another; missing folders are created. */
    folder: async (spaceId: string, hash: string, path: string) =>
      (await site.call({
        method: 'POST',
        path: '/file/create',
        body: site.form({ spaceId, hash, path, existing: 'reuse' }),
      })) as string,

    check: async (wish: Wish) =>
      (await site.call({ method: 'POST', path: '/file/upload/check', body: site.form(wish) })) as CheckAnswer,
    stored: (checkId: string) => get<[from: number, to: number][]>('/file/upload/ver', { checkId, form: 'ranges' }),
    chunk: (chunk: Chunk) => site.call({ method: 'POST', path: '/file/upload', body: chunkForm(chunk) }),
    /** Sends small files in one body; the answers are in their order. */
    pack: async (spaceId: string, files: readonly Packed[]) => {
      const list = files.map(({ bytes: _bytes, ...fields }) => fields)
      const fields = { spaceId, files: JSON.stringify(list) }
      const body = multipart(fields, ...files.map(({ bytes }) => bytes))
      return (await site.call({ method: 'POST', path: '/file/upload/pack', body })) as DataOf<typeof uploads.pack>
    },
    merge: (checkId: string) => get<FileRecord>('/file/upload/merge', { checkId }),

    /** The bytes of a file from an offset; from 0 when the file's content has changed. */
    content: (record: Pick<FileRecord, 'hash' | 'sha256'>, spaceId: string, from: number): Promise<IncomingMessage> =>
      site.bytes({
        method: 'GET',
        path: `/files/${record.hash}/content`,
        query: { spaceId, download: '1' },
        headers: from ? { range: `bytes=${from}-`, 'if-range': `"${record.sha256}"` } : {},
      }),
    withRetries: site.withRetries,
  }
}

const chunkForm = ({ bytes, ...fields }: Chunk) => multipart(fields, bytes)

/** The fields come before the bytes, so that the server knows the target before it reads them. */
function multipart(fields: Record<string, string | number>, ...bytes: Uint8Array[]) {
  const line = randomUUID()
  const head = Object.entries(fields).map(
    ([name, value]) => `--${line}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  head.push(`--${line}\r\ncontent-disposition: form-data; name="file"; filename="chunk"\r\n\r\n`)
  return {
    type: `multipart/form-data; boundary=${line}`,
    parts: [Buffer.from(head.join('')), ...bytes, Buffer.from(`\r\n--${line}--\r\n`)],
  }
}
