import type { FastifyBaseLogger } from 'fastify'
import type ssh2 from 'ssh2'
import { PROTOCOL_LOGIN_MS } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import type { ClientSession, Protocols } from '#server/modules/protocols/index.ts'
import { type Conversation, converse } from './conversation.ts'

export type SftpNeeds = {
  protocols: Pick<Protocols, 'admit' | 'hold' | 'spaces' | 'tree'>
  /** Takes one of a person's connection places; returns the function that releases it. Throws tooManyRequests. */
  takePlace: (personId: string) => () => void
  /** Reserves memory of a person; returns the function that releases it. Throws tooManyRequests, busy. */
  hold: (personId: string, bytes: number) => () => void
  now: () => Date
  log: FastifyBaseLogger
}
/** A connected client; `stop` ends it once no handle is open. */
export type Visit = { stop: () => void }

/** Most password attempts, and most open sessions, of one connection. */
const TRIES_MAX = 6
const SESSIONS_MAX = 4

/** Authenticates a client by app password and serves its SFTP sessions. */
export function welcome(connection: ssh2.Connection, info: ssh2.ClientInfo, needs: SftpNeeds): Visit {
  const { protocols, takePlace, log } = needs
  const conversations = new Set<Conversation>()
  let clientSession: ClientSession | null = null
  let release = () => {}
  let tries = 0
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

  async function admit(context: ssh2.PasswordAuthContext): Promise<void> {
    const knock = { protocol: 'sftp' as const, user: context.username, password: context.password }
    const admitted = await protocols.admit({ ...knock, address: info.ip, agent: info.header.versions.software })
    leave()
    release = takePlace(admitted.actor.id)
    // A client that disconnected during the password check releases its place here.
    if (isOver) leave()
    clientSession = admitted
    context.accept()
  }
  connection.on('authentication', (context) => {
    if (context.method !== 'password') return context.reject(['password'])
    tries += 1
    if (tries > TRIES_MAX) return void connection.end()
    admit(context).catch((error: unknown) => {
      if (!(error instanceof Failure)) log.error({ err: error, protocol: 'sftp' }, 'password not judged')
      context.reject(['password'])
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
