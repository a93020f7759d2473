import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { FailureBody, successOf } from '#contract/core/envelope.ts'
import { FOLDER_DEPTH_MAX, LIST_DEFAULT_SIZE, SHARE_CLOSED_MS } from '#contract/core/limits.ts'
import type { Operation } from '#contract/core/operation.ts'
import { DIRECTORY } from '#contract/files.ts'
import { type ShareItem, shareAccess } from '#contract/share-access.ts'
import { Failure } from '#server/failure.ts'
import { type Outside, type OutsideAnswer, wholeOf } from '#server/http/outside.ts'
import type { NewPart, Running } from '#server/modules/tasks/index.ts'
import { lengthOf } from './drives/text.ts'
import { cleanName } from './names.ts'
import { pagesOf, type Source } from './source.ts'

const LINK = /^https?:\/\/[^/?#]+\/(space|file)-share\?link=([\w-]{22})$/
/** Maximum size of an answer of the share API: a page of a list, or the properties of a link. */
const ANSWER_BYTES = 1_048_576
/** Errors of the other installation that have the same meaning here. */
const shared = z.enum([
  'shareGone',
  'shareExpired',
  'sharePasswordNeeded',
  'sharePasswordWrong',
  'shareClosed',
  'shareForbidden',
  'fileGone',
])

/** Parses a pasted link. Throws linkWrongFormat. */
export function linkOf(text: string): { origin: string; linkId: string } {
  const [, , linkId] = LINK.exec(text) ?? []
  if (!linkId) throw new Failure('linkWrongFormat')
  return { origin: new URL(text).origin, linkId }
}

type Answered = Pick<OutsideAnswer, 'status' | 'headers' | 'body'>
type Ask = (path: string, init: { method: string; headers: Record<string, string>; body?: string }) => Promise<Answered>

/** Requests to another installation. */
export const asksOutside =
  (outside: Outside, origin: string, signal: AbortSignal): Ask =>
  (path, init) =>
    outside.ask(new URL(path, origin), { ...init, signal })

/** Requests to this installation, injected without the network. */
export const asksHere =
  (app: FastifyInstance, remoteAddress: string): Ask =>
  async (url, { method, headers, body }) => {
    const wish = { method: method as 'GET', url, headers, remoteAddress, payloadAsStream: true as const }
    const answer = await app.inject({ ...wish, ...(body !== undefined && { payload: body }) })
    const stream = answer.stream()
    // An injected response is not told that its reader left, so its source would stay open.
    stream.once('close', () => answer.raw.res.destroy())
    return {
      status: answer.statusCode,
      headers: answer.headers as Answered['headers'],
      body: stream as AsyncIterable<Buffer>,
    }
  }

const textOf = async (answer: Answered) => (await wholeOf(answer, ANSWER_BYTES)).toString('utf8')

function refusalIn(text: string): Failure {
  try {
    const { error } = FailureBody.parse(JSON.parse(text))
    const known = shared.safeParse(error)
    if (known.success) return new Failure(known.data, { values: { minutes: SHARE_CLOSED_MS / 60_000 } })
  } catch {
    // The body is not an error envelope.
  }
  return new Failure('outsideUnreachable')
}

/** Reads a share link as a visitor, here or on another installation. */
export function linkVisitor(ask: Ask, linkId: string) {
  let cookie = ''
  const headers = (): Record<string, string> => ({ accept: 'application/json', ...(cookie && { cookie }) })
  const pathOf = ({ path }: Operation, query: Record<string, string | undefined>) => {
    const known = Object.entries({ linkId, ...query }).filter((one): one is [string, string] => one[1] !== undefined)
    return `/api${path}?${new URLSearchParams(known)}`
  }
  function answerOf<O extends Operation>({ data }: O, text: string): z.output<O['data']> {
    try {
      return successOf(data).parse(JSON.parse(text)).data as z.output<O['data']>
    } catch (error) {
      throw new Failure('outsideUnreachable', { cause: error })
    }
  }
  async function get<O extends Operation>(operation: O, query: Record<string, string | undefined> = {}) {
    const answer = await ask(pathOf(operation, query), { method: 'GET', headers: headers() })
    const text = await textOf(answer)
    if (answer.status !== 200) throw refusalIn(text)
    return answerOf(operation, text)
  }

  /** Enters the password, if the link needs one and it is known. */
  async function enter(password: string | undefined) {
    const info = await get(shareAccess.info)
    if (!info.needsPassword || password === undefined) return info
    const body = JSON.stringify({ linkId, password })
    const said = { ...headers(), 'content-type': 'application/json' }
    const answer = await ask(`/api${shareAccess.enter.path}`, { method: 'POST', headers: said, body })
    const text = await textOf(answer)
    if (answer.status !== 200) throw refusalIn(text)
    cookie = [answer.headers['set-cookie'] ?? []]
      .flat()
      .map((line) => line.split(';')[0] ?? '')
      .join('; ')
    return get(shareAccess.info)
  }

  /** A page of the shared items. Throws outsideUnreachable when it is longer than requested. */
  async function list(hash?: string, after?: string) {
    const page = await get(shareAccess.list, { hash, after, size: String(LIST_DEFAULT_SIZE) })
    if (page.list.length > LIST_DEFAULT_SIZE) throw new Failure('outsideUnreachable')
    return page
  }

  async function content(hash: string) {
    const answer = await ask(pathOf(shareAccess.content, { hash, download: '1' }), {
      method: 'GET',
      headers: headers(),
    })
    if (answer.status !== 200) throw refusalIn(await textOf(answer))
    return { size: lengthOf([answer.headers['content-length'] ?? []].flat()[0]), bytes: answer.body }
  }

  async function* all(hash?: string): AsyncGenerator<ShareItem> {
    for await (const page of pagesOf((after) => list(hash, after))) {
      if (!page.list.length && page.next) throw new Failure('outsideUnreachable')
      yield* page.list
    }
  }
  return { enter, list, content, all }
}
type Visitor = ReturnType<typeof linkVisitor>
/**
 * Stored options of an import from a link: the address on whose behalf the link is read, and whether it is a link of
 * this installation.
 */
export type LinkOptions = {
  link: string
  ip: string
  isHere: boolean
  way: 'all' | 'part'
  from?: string
  hashList?: string[]
}

/** The items of a link, or those that the person selected. */
export function linkSource(task: Running, visitor: Visitor): Source {
  const { way, from, hashList } = task.options as LinkOptions
  const chosen = way === 'part' ? new Set(hashList) : null
  let entering: ReturnType<Visitor['enter']> | null = null
  const entered = () => (entering ??= visitor.enter(task.secret || undefined))

  async function* below(items: AsyncIterable<ShareItem>, path: string[]): AsyncGenerator<NewPart> {
    for await (const { hash, name, mime, size } of items) {
      if (!path.length && chosen && !chosen.has(hash)) continue
      const here = [...path, cleanName(name)]
      const isFolder = mime === DIRECTORY
      yield { path: here.join('/'), size: isFolder ? 0 : (size ?? 0), isFolder, source: { hash } }
      if (isFolder && here.length < FOLDER_DEPTH_MAX) yield* below(visitor.all(hash), here)
    }
  }
  return {
    isSized: true,
    async *plan() {
      const { kind, title } = await entered()
      const name = cleanName(title)
      await task.entitle(name)
      if (chosen) return yield* below(visitor.all(from), [])
      const above = kind === 'folder' ? [name] : []
      if (above.length) yield { path: name, isFolder: true }
      yield* below(visitor.all(), above)
    },
    async open({ source }) {
      await entered()
      return visitor.content(String(source.hash))
    },
  }
}
