import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { Failure } from '#server/failure.ts'
import { type ClientSession, type Protocols, virtualRootOf } from '#server/modules/protocols/index.ts'
import { openHandles } from './handles.ts'
import {
  BadPacket,
  fieldsOf,
  packetOf,
  packetsOf,
  Reply,
  Request,
  Status,
  statusReply,
  text,
  u32,
  VERSION,
} from './packet.ts'
import { statusOf } from './refusal.ts'
import type { Hold } from './reorder.ts'
import { answers } from './requests.ts'

type Needs = {
  protocols: Pick<Protocols, 'hold' | 'spaces' | 'tree' | 'count'>
  /** Reserves memory of this person. Throws tooManyRequests, busy. */
  hold: Hold
  /** Folder for files that are being changed at any position. */
  folder: string
  now: () => Date
  log: FastifyBaseLogger
  /** Called after each answer. */
  rested: () => void
}
/** The requests and answers of one channel. */
export type Conversation = {
  /** True when no handle is open. */
  isAtRest: () => boolean
  /** Resolves when the channel has ended. */
  over: Promise<void>
}

/** Extensions of version 3, by OpenSSH's names. */
const EXTENSIONS = { 'posix-rename@openssh.com': '1', 'statvfs@openssh.com': '2', 'limits@openssh.com': '1' }
const versionReply = packetOf(Reply.VERSION, u32(VERSION), ...Object.entries(EXTENSIONS).flat().map(text))
/** Bytes of a request's type and number. */
const HEAD_BYTES = 5

/** Answers the requests of a channel one by one, with backpressure. */
export function converse(
  channel: Duplex,
  first: ClientSession,
  { protocols, hold, folder, now, log, rested }: Needs,
): Conversation {
  const handles = openHandles(hold, folder)
  let clientSession = first

  async function send(reply: Buffer): Promise<void> {
    if (!channel.write(reply)) await Promise.race([once(channel, 'drain'), once(channel, 'close')])
  }

  /** The reply to a request; an expected failure gets its reason. Throws BadPacket. */
  async function replyTo(type: number, id: number, fields: Buffer): Promise<Buffer> {
    const answer = answers[type]
    if (!answer) return statusReply(id, Status.UNSUPPORTED, 'That is not offered here')
    try {
      return await answer({ virtualRoot: virtualRootOf(protocols, clientSession), handles, now }, fieldsOf(fields), id)
    } catch (error) {
      if (error instanceof BadPacket) throw error
      const { status, text: words, isOurs } = statusOf(error)
      if (isOurs) log.error({ err: error, protocol: 'sftp', type }, 'request failed')
      return statusReply(id, status, words)
    }
  }

  async function follow(packet: Buffer): Promise<void> {
    const type = packet.readUInt8()
    if (type === Request.INIT) return send(versionReply)
    if (packet.length < HEAD_BYTES) throw new BadPacket('a request without its number')
    clientSession = await protocols.hold(clientSession)
    await send(await replyTo(type, packet.readUInt32BE(1), packet.subarray(HEAD_BYTES)))
    rested()
  }

  async function all(): Promise<void> {
    try {
      for await (const packet of packetsOf(channel)) await follow(packet)
    } catch (error) {
      // A client that lost its rights or sent a malformed packet is disconnected; a broken connection has already
      // ended.
      const isExpected = error instanceof Failure || error instanceof BadPacket || channel.destroyed
      if (!isExpected) log.error({ err: error, protocol: 'sftp' }, 'session failed')
    } finally {
      handles.breakOff()
    }
  }
  return { isAtRest: handles.isEmpty, over: all() }
}
