import { lookup } from 'node:dns/promises'
import { connect } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { CERTIFICATE_WARNING_DAYS, METHOD_TIMEOUT_MS } from '#contract/core/limits.ts'
import { DAY_MS } from '#contract/core/time.ts'
import type { MethodConfigs, TestStep } from '#contract/methods.ts'
import type { Language } from '#server/http/context.ts'
import { MethodError, type Outsider } from './adapter.ts'
import type { Advice } from './advice.ts'
import { describeCertificate } from './certificates.ts'
import { findPeople, groupsOf, personOf, provesPassword } from './ldap-search.ts'
import {
  addressOf,
  bindSearcher,
  openSession,
  type Session,
  startTls,
  urlsOf,
  usesTls,
  whereOf,
} from './ldap-session.ts'
import { isIn } from './mapping.ts'
import { addressesOf, networkError } from './net.ts'
import { type Trial, tryOut } from './trial.ts'

type Config = MethodConfigs['ldap']
type Given = { username: string; password: string }

/** Tests only that the port is open: name, network and firewall, before any LDAP. */
function reach(url: string, signal: AbortSignal): Promise<object> {
  const { host, port } = addressOf(url)
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, signal, timeout: METHOD_TIMEOUT_MS })
    const end = (run: () => void) => () => {
      socket.destroy()
      run()
    }
    socket.once(
      'connect',
      end(() => resolve({})),
    )
    socket.once(
      'timeout',
      end(() => reject(new MethodError(whereOf(url), 'timeout'))),
    )
    socket.once('error', (error) => reject(networkError(error, whereOf(url))))
  })
}

/** Reports the certificate; an untrusted one is shown and then refused, before any password is sent. */
function inspect(socket: TLSSocket, say: (answered: string, warning?: 'tlsExpiresSoon') => void): object {
  const { subject, issuer, valid_to: validTo } = socket.getPeerCertificate()
  const names = (name: object) => Object.entries(name).map(([key, value]) => `${key}=${String(value)}`)
  const text = describeCertificate({ subject: names(subject).join(', '), issuer: names(issuer).join(', '), validTo })
  if (!socket.authorized) {
    const code = String(socket.authorizationError)
    throw new MethodError(`${code}; ${text}`, networkError(Object.assign(new Error(code), { code }), '').advice)
  }
  const endsSoon = Date.parse(validTo) - Date.now() < CERTIFICATE_WARNING_DAYS * DAY_MS
  say(`${socket.getProtocol()}; ${text}`, endsSoon ? 'tlsExpiresSoon' : undefined)
  return {}
}

/** Tests TLS from the first byte or by StartTLS, in a separate session without a password. */
async function tryTls(trial: Trial, config: Config, url: string): Promise<boolean> {
  if (!usesTls(url) && !config.startTls) {
    trial.tell('tls', url, '-', 'plainText')
    return true
  }
  const session = openSession(config, url, METHOD_TIMEOUT_MS, true)
  try {
    const seen = await trial.run('tls', `${usesTls(url) ? 'TLS' : 'StartTLS'} ${whereOf(url)}`, async (say) => {
      if (usesTls(url)) await handshake(session)
      else await startTls(session, config, true)
      const socket = session.socket()
      if (!socket) throw new MethodError(whereOf(url), 'tlsProtocol')
      return inspect(socket, say)
    })
    return seen !== null
  } finally {
    session.close()
  }
}

/** What a port without TLS looks like in a handshake: it closes, or answers something else. */
const UNTOLD: readonly Advice[] = ['closed', 'network']

/** ldapts connects with its first request: an anonymous bind, whose result is ignored. */
async function handshake({ client, url, socket }: Session): Promise<void> {
  try {
    await client.bind('', '')
  } catch (error) {
    // Without a certificate the handshake did not end, whatever the protocol is said to be by then.
    if (socket()?.getPeerX509Certificate()) return
    const failure = networkError(error, whereOf(url))
    throw UNTOLD.includes(failure.advice) ? new MethodError(failure.message, 'tlsProtocol', error) : failure
  }
}

/** Tests name, port and TLS of the listed directories; returns the first reachable one, or null. */
async function findReachable(trial: Trial, config: Config): Promise<string | null> {
  for (const url of urlsOf(config)) {
    const { host } = addressOf(url)
    const found = await trial.run('resolve', host, async (say) => {
      const all = await lookup(host, { all: true })
      say(addressesOf(all))
      return all
    })
    if (!found) continue
    if (!(await trial.run('connect', whereOf(url), () => reach(url, trial.signal)))) continue
    if (await tryTls(trial, config, url)) return url
  }
  return null
}

async function tryPerson(trial: Trial, session: Session, config: Config, { username, password }: Given) {
  const entry = await trial.run('findPerson', `${config.userFilter}; ${username}`, async (say) => {
    const [first, other] = await findPeople(session, config, username)
    if (!first) throw new MethodError(config.baseDn, 'personMissing')
    if (other) throw new MethodError(`${first.dn}; ${other.dn}`, 'personNotOne')
    say(first.dn)
    return first
  })
  if (!entry) return null
  const groups = await trial.run('groups', config.groupBaseDn || config.groupsAttribute, async (say) => {
    const all = await groupsOf(session, config, entry)
    if (config.requiredGroup && !isIn(all, config.requiredGroup))
      throw new MethodError(`${config.requiredGroup}: ${all.join('; ')}`, 'groupMissing')
    say(all.join('; '))
    return all
  })
  const person = await trial.run('mapping', config.subjectAttribute, (say) => {
    const made = personOf(config, entry, groups ?? [])
    say(made.subject, made.email ? undefined : 'emailMissing')
    return made
  })
  if (password)
    await trial.run('bindPerson', entry.dn, async () => {
      if (!(await provesPassword(session, entry.dn, password))) throw new MethodError(entry.dn, 'personRefused')
      return {}
    })
  return person && claimsOf(person)
}

/** The test person's attributes, as text. */
const claimsOf = (person: Outsider): Record<string, string> =>
  Object.fromEntries(
    Object.entries(person)
      .filter(([, value]) => value !== null && value !== '')
      .map(([field, value]) => [field, String(value)]),
  )

async function trySearch(trial: Trial, session: Session, config: Config, secret: string): Promise<boolean> {
  const bound = await trial.run('bindAccount', config.bindDn || 'anonymous', async () => {
    if (config.startTls && !usesTls(session.url)) await startTls(session, config)
    await bindSearcher(session, config, secret)
    return {}
  })
  if (!bound) return false
  const base = await trial.run('base', config.baseDn, async (say) => {
    // No person has this name: the search only shows that the base answers.
    const found = await findPeople(session, config, 'no such person')
    say(String(found.length))
    return found
  })
  return base !== null
}

/** Tests every step of a directory sign-in in order; with a user name also the look-up of that person. */
export function tryDirectory(
  config: Config,
  secret: string,
  language: Language,
  given: Given,
): Promise<{ steps: TestStep[]; person: Record<string, string> | null }> {
  return tryOut(language, async (trial) => {
    const url = await findReachable(trial, config)
    if (!url) return null
    const session = openSession(config, url, METHOD_TIMEOUT_MS)
    try {
      if (!(await trySearch(trial, session, config, secret))) return null
      return given.username.trim() ? await tryPerson(trial, session, config, given) : null
    } finally {
      session.close()
    }
  })
}
