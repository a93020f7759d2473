import type { FastifyBaseLogger } from 'fastify'
import type ssh2 from 'ssh2'
import { PROTOCOL_LOGIN_MS } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import type { ClientSession, Protocols } from '#server/modules/protocols/index.ts'
import { type Conversation, converse } from './conversation.ts'

export type SftpNeeds = {
  protocols: Pick<Protocols, 'admit' | 'admitByKey' | 'knowsKey' | 'hold' | 'spaces' | 'tree' | 'count'>
  /** Whether the signature of a context proves that the client holds the private key. */
  provesKey: (context: ssh2.PublicKeyAuthContext) => boolean
  /** Takes one of a person's connection places; returns the function that releases it. Throws tooManyRequests. */
  takePlace: (personId: string) => () => void
  /** Reserves memory of a person; returns the function that releases it. Throws tooManyRequests, busy. */
  hold: (personId: string, bytes: number) => () => void
  /** Folder for files that are being changed at any position. */
  folder: string
  now: () => Date
  log: FastifyBaseLogger
}
/** A connected client; `stop` ends it once no handle is open. */
export type Visit = { stop: () => void }

/** Most password attempts, public keys shown (agents show all theirs), and open sessions of one connection. */
const TRIES_MAX = 6
const KEYS_MAX = 40
const SESSIONS_MAX = 4

const METHODS: ssh2.AuthenticationType[] = ['publickey', 'password']

/** Authenticates a client by app password or public key, and serves its SFTP sessions. */
export function welcome(connection: ssh2.Connection, info: ssh2.ClientInfo, needs: SftpNeeds): Visit {
  const { protocols, takePlace, log } = needs
  const conversations = new Set<Conversation>()
  let clientSession: ClientSession | null = null
  let release = () => {}
  const tries = { password: 0, publickey: 0 }
  let sessions = 0
  let isStopping = false
  let isOver = false
  const late = setTimeout(() => {
    if (!clientSession) connection.end()
  }, PROTOCOL_LOGIN_MS).unref()
  // Errors of a broken or non-SSH connection need no handling; `close` follows.
  connection.on('error', () => {})
  connection.on('close', () => {
    isOver = true
    clearTimeout(late)
    leave()
  })

  function leave(): void {
    release()
    release = () => {}
  }

  async function enter(admitted: ClientSession): Promise<void> {
    leave()
    release = takePlace(admitted.actor.id)
    // A client that disconnected while it was judged releases its place here.
    if (isOver) leave()
    clientSession = admitted
  }
  async function judgePassword(context: ssh2.PasswordAuthContext): Promise<void> {
    const knock = { protocol: 'sftp' as const, user: context.username, password: context.password }
    await enter(await protocols.admit({ ...knock, address: info.ip, agent: info.header.versions.software }))
    context.accept()
  }
  async function judgeKey(context: ssh2.PublicKeyAuthContext): Promise<void> {
    const { username, key, signature } = context
    const offer = { protocol: 'sftp' as const, user: username, publicKey: key.data, address: info.ip }
    if (signature ? !needs.provesKey(context) : !(await protocols.knowsKey(offer))) return context.reject(METHODS)
    if (signature) await enter(await protocols.admitByKey(offer))
    context.accept()
  }
  connection.on('authentication', (context) => {
    if (context.method !== 'password' && context.method !== 'publickey') return context.reject(METHODS)
    tries[context.method] += 1
    if (tries.password > TRIES_MAX || tries.publickey > KEYS_MAX) return void connection.end()
    const judged = context.method === 'password' ? judgePassword(context) : judgeKey(context)
    judged.catch((error: unknown) => {
      if (!(error instanceof Failure)) log.error({ err: error, protocol: 'sftp' }, 'sign-in not judged')
      context.reject(METHODS)
    })
  })

  function endAtRest(): void {
    if (isStopping && [...conversations].every((one) => one.isAtRest())) connection.end()
  }

  connection.on('session', (accept, reject) => {
    if (sessions >= SESSIONS_MAX) return reject()
    sessions += 1
    const session = accept()
    session.on('close', () => {
      sessions -= 1
    })
    // Other requests of the session have no listener, and are refused.
    session.on('subsystem', (acceptSubsystem, rejectSubsystem, { name }) => {
      if (name !== 'sftp' || !clientSession) return rejectSubsystem()
      const channel = acceptSubsystem()
      const { id } = clientSession.actor
      const hold = (bytes: number) => needs.hold(id, bytes)
      const conversation = converse(channel, clientSession, { ...needs, hold, rested: endAtRest })
      conversations.add(conversation)
      void conversation.over.finally(() => {
        conversations.delete(conversation)
        channel.exit(0)
        channel.end()
      })
    })
  })
  return {
    stop(): void {
      isStopping = true
      endAtRest()
    },
  }
}
