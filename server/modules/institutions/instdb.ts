import * as z from 'zod/mini'
import { CHUNK_BYTES } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import type { WatchOutgoing } from '#server/http/outgoing.ts'
import { demandSuccess, type Outside } from '#server/http/outside.ts'
import type { OutsidePolicy } from '#server/http/outside-address.ts'
import type { Completion, Delivery, FileSender, Outgoing, Target, UploadTo } from './delivery.ts'
import { ftpSender } from './ftp.ts'
import type { InstitutionClient } from './protocol.ts'

const Published = z.object({
  resourceId: z.string().check(z.minLength(1), z.maxLength(500)),
  ftpUrl: z._default(z.string(), ''),
  /** The address for files sent one by one, our extension of the protocol. */
  uploadUrl: z.optional(z.string()),
  username: z._default(z.string(), ''),
  password: z._default(z.string(), ''),
})
const Result = z.object({
  result: z.union([
    z.boolean(),
    z.pipe(
      z.enum(['true', 'false']),
      z.transform((text) => text === 'true'),
    ),
  ]),
})

type Needs = { client: InstitutionClient; outside: Outside; policy: OutsidePolicy; watch: WatchOutgoing }

/** Submissions by the protocol of InstDB: their calls, and the way of their files. */
export function instdbDelivery({ client, outside, policy, watch }: Needs): Delivery {
  /** A code may be known and grant no service: the templates, which every submission needs, are asked for, too. */
  async function verify(to: Target, signal?: AbortSignal): Promise<void> {
    await client.enter(to, signal)
    await client.call(to, 'GET_TEMPLATES', z.array(z.unknown()), signal ? { signal } : {})
  }

  async function announce(to: Target, { announced }: Parameters<Delivery['announce']>[1], signal: AbortSignal) {
    const body = { ...announced, fileIsZip: 'no' }
    const said = await client.call(to, 'DATASET_PUBLISH', Published, { body, signal })
    const { resourceId, username, password } = said
    return { resourceId, url: (to.transfer === 'https' ? said.uploadUrl : said.ftpUrl) ?? '', username, password }
  }

  /** The institution reviews the submission; its decision is sent to our callback. */
  async function complete(to: Target, resourceId: string, signal: AbortSignal): Promise<Completion> {
    const { result } = await client.call(to, 'UPLOAD_COMPLETED', Result, { query: { resourceId }, signal })
    return { isWhole: result, published: null }
  }

  const cancel = async (to: Target, resourceId: string): Promise<boolean> =>
    (await client.call(to, 'DATASET_CANCEL', Result, { query: { resourceId } })).result

  async function* counted(bytes: AsyncIterable<Buffer>, onBytes: Outgoing['onBytes']) {
    for await (const piece of bytes) {
      onBytes(piece.length)
      yield piece
    }
  }

  /** Stores files with one PUT each; an interrupted large one continues where the institution says that it stopped. */
  function httpsSender({ url, username, password }: UploadTo, signal: AbortSignal): FileSender {
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    const addressOf = (path: string) =>
      `${url.replace(/\/+$/, '')}/${path.split('/').map(encodeURIComponent).join('/')}`

    async function offsetOf({ path, size }: Outgoing): Promise<number> {
      if (size <= CHUNK_BYTES) return 0
      const { status, headers, discard } = await outside.ask(addressOf(path), {
        method: 'HEAD',
        headers: { authorization },
        signal,
      })
      discard()
      const offset = Number(headers['upload-offset'])
      return status === 200 && Number.isInteger(offset) && offset > 0 && offset <= size ? offset : 0
    }
    const rangeOf = (from: number, size: number): Record<string, string> => {
      if (!from) return {}
      return { 'content-range': from === size ? `bytes */${size}` : `bytes ${from}-${size - 1}/${size}` }
    }
    return {
      async store(file) {
        const from = await offsetOf(file)
        file.onKept(from)
        const headers = { authorization, 'content-length': String(file.size - from), ...rangeOf(from, file.size) }
        const body = counted(await file.read(from), file.onBytes)
        const answer = await outside.ask(addressOf(file.path), { method: 'PUT', headers, body, signal })
        if (answer.status === 413) {
          answer.discard()
          throw new Failure('institutionTooLarge')
        }
        demandSuccess(answer)
        answer.discard()
      },
      close: () => undefined,
    }
  }

  function sender(to: Target, upload: UploadTo, signal: AbortSignal): Promise<FileSender> {
    if (!upload.url) throw new Failure('institutionAnswerWrong', { cause: 'no address for files' })
    return to.transfer === 'https'
      ? Promise.resolve(httpsSender(upload, signal))
      : ftpSender(upload, { policy, watch, signal })
  }

  return { verify, announce, sender, complete, cancel }
}
