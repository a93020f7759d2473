import type { Socket } from 'node:net'
import { setTimeout as rest } from 'node:timers/promises'
import type { SecureContext } from 'node:tls'
import type { FastifyBaseLogger } from 'fastify'
import { type ClientSession, type Protocols, type VirtualRoot, virtualRootOf } from '#server/modules/protocols/index.ts'
import { type Channel, channelOf } from './channel.ts'
import type { Control } from './control.ts'
import type { OpenPassive, Passive } from './passive.ts'
import { Refusal } from './refusal.ts'

/**
 * Over a plain data connection the end of a file and the death of its sender look the same; the control connection of
 * somebody dead ends too, so soon after. TLS says itself that all is there.
 */
const PARTING_MS = 25

/** What a server of FTP works with. */
export type FtpNeeds = {
  protocols: Pick<Protocols, 'admit' | 'hold' | 'spaces' | 'tree'>
  openPassive: OpenPassive
  /** The address that PASV tells, IPv4; null: the one that the session came in at. */
  publicAddress: string | null
  /** Null: no TLS, which only a loopback address may do. */
  certificate: (() => SecureContext) | null
  /** Takes one of the places that a person has; answers what gives it back. Throws tooManyRequests. */
  takePlace: (personId: string) => () => void
  /** Bytes that went through a data connection. */
  moved: (direction: 'in' | 'out', bytes: number) => void
  now: () => Date
  log: FastifyBaseLogger
}

/** One session: who it is, where they are, and how the next transfer goes. */
export type Talk = {
  readonly needs: FtpNeeds
  readonly control: Control
  user: string | null
  clientSession: ClientSession | null
  releasePlace: () => void
  cwd: readonly string[]
  /** Offset of the next transfer, by REST; and the size that ALLO announced. */
  restart: number
  announced: number
  renaming: readonly string[] | null
  /** The context that the control connection's TLS came from: sessions of it are resumed on data connections. */
  secure: SecureContext | null
  isPrivate: boolean
  isOnlyExtended: boolean
  passive: Passive | null
  /** The transfer that is under way: its connection once there is one, and how to cut it. */
  transfer: { channel: Channel | null; cut: () => void } | null
}

/** What a command does; `isForAll`: strangers may say it. */
export type Verb = { isForAll?: boolean; run: (talk: Talk, argument: string) => Promise<void> }

export const newTalk = (needs: FtpNeeds, control: Control): Talk => ({
  ...{ needs, control, user: null, clientSession: null, releasePlace: () => {}, cwd: [], restart: 0, announced: 0 },
  ...{ renaming: null, secure: null, isPrivate: false, isOnlyExtended: false, passive: null, transfer: null },
})

export const say = ({ control }: Talk, code: number, text: string): void => control.say(`${code} ${text}`)
/** A reply of several lines; those between are set off, so that none looks like the end (RFC 959, 4.2). */
export const sayLines = ({ control }: Talk, code: number, [first, ...lines]: readonly string[], last: string): void =>
  control.say([`${code}-${first}`, ...lines.map((line) => ` ${line}`), `${code} ${last}`].join('\r\n'))

/** Who it is. Throws Refusal for a stranger. */
export function clientSessionOf({ clientSession }: Talk): ClientSession {
  if (!clientSession) throw new Refusal(530, 'Log in first, with USER and PASS')
  return clientSession
}
export const virtualRoot = (talk: Talk): VirtualRoot => virtualRootOf(talk.needs.protocols, clientSessionOf(talk))

export function dropPassive(talk: Talk): void {
  talk.passive?.close()
  talk.passive = null
}

/** Cuts what is under way. */
export const abort = ({ transfer }: Talk): void => transfer?.cut()

/** The data connection that the client has made. Throws Refusal 425, 426. */
async function connected(talk: Talk, passive: Passive): Promise<Socket> {
  const raw = await passive.connected()
  if (talk.control.isOpen()) return raw
  raw.destroy()
  throw new Refusal(426, 'The control connection is gone')
}

/** A data connection that bytes go through, `into` us or out; `closeData` follows. Throws Refusal. */
export async function openData(talk: Talk, into: boolean): Promise<Channel> {
  const { passive, secure, isPrivate } = talk
  if (secure && !isPrivate) throw new Refusal(521, 'Files go over TLS only: say PBSZ 0 and PROT P first')
  if (!passive) throw new Refusal(425, 'Say PASV or EPSV first')
  say(talk, 150, 'The data connection is about to carry it')
  talk.passive = null
  talk.transfer = { channel: null, cut: passive.close }
  try {
    const channel = await channelOf(await connected(talk, passive), isPrivate ? secure : null, into)
    talk.transfer = { channel, cut: channel.destroy }
    return channel
  } catch (error) {
    talk.transfer = null
    throw error
  }
}

/** Ends a data connection: politely what came to its end, else at once. */
export function closeData(talk: Talk, channel: Channel, into: boolean): void {
  talk.transfer = null
  talk.needs.moved(into ? 'in' : 'out', channel.bytes())
  channel.close()
}

/** Whether all that the client sends has come: it said so by TLS, or is still there a moment after. */
export async function isWhole(talk: Talk, channel: Channel): Promise<boolean> {
  if (!talk.isPrivate) await rest(PARTING_MS)
  return !channel.isCut() && talk.control.isOpen()
}
