import type { Protocol } from '#contract/account.ts'
import { ONLINE_MS } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { People } from '#server/modules/people/index.ts'
import type { SessionService } from '#server/modules/session/index.ts'
import type { Bus } from '#server/storage/bus.ts'
import { sha256 } from '#server/storage/seal.ts'
import { isStorable } from '#server/storage/storable.ts'
import type { KeyBy, KeyRow, ProtocolStore } from './store.ts'

/** A client session of somebody who signed in with an app password or a public key. */
export type ClientSession = {
  actor: SignedIn
  protocol: Protocol
  keyId: string
  /** The one space that the password opens; null: all spaces that its owner may enter. */
  spaceId: string | null
  address: string
}
type Way = { protocol: Protocol; user: string; address: string; agent: string }
/**
 * Credentials of a sign-in through a protocol; `agent` is the client program. With an empty user name the password
 * alone decides.
 */
export type Knock = Way & { password: string }
/** A public key as SSH sends it. */
export type KeyOffer = Pick<Way, 'protocol' | 'user' | 'address'> & { publicKey: Buffer }

type Needs = {
  store: ProtocolStore
  bus: Bus
  session: SessionService
  people: Pick<People, 'byEmail'>
  now: () => Date
}

/** `last_used_at` is written at most this often. */
const TOUCH_MS = ONLINE_MS / 2
/** Longest e-mail address, in characters. Source: RFC 5321. */
const EMAIL_MAX = 254
/** Most cached app passwords, each under its hash and its id; the oldest is evicted first. */
const KNOWN_MAX = 20_000

const actorOf = ({ id, role, email, name, avatar }: KeyRow, protocol: Protocol): SignedIn => ({
  id,
  role,
  email,
  name,
  avatar,
  channel: protocol,
  token: '',
  sessionId: null,
  scope: null,
  isConfirmed: false,
  mustSetUp: false,
})

/** A user name that can be looked up; invalid ones become a name that nobody has. */
const askable = (user: string): string => (isStorable(user) && user.length <= EMAIL_MAX ? user : '?')

/** Sign-in by app password: verified by its hash, and cached until a message about its owner or its space arrives. */
export function clientSessionRules({ store, bus, session, people, now }: Needs) {
  const known = new Map<string, KeyRow>()
  // Counts evictions, so that a row read before one is not cached after it.
  let forgotten = 0
  const forget = (isMeant: (row: KeyRow) => boolean) => {
    forgotten += 1
    for (const [key, row] of known) if (isMeant(row)) known.delete(key)
  }
  bus.on('person', (payload) => forget(({ id }) => id === (payload as { id: string }).id))
  bus.on('space', (payload) => forget(({ space_id }) => space_id === (payload as { id: string }).id))
  bus.onGap(() => forget(() => true))

  const isOver = ({ expires_at }: KeyRow) => expires_at !== null && expires_at <= now()

  /** A cached key; none while this node can't receive messages about its end. */
  function remembered(name: string): KeyRow | undefined {
    const row = bus.isConnected() ? known.get(name) : undefined
    return row && !isOver(row) ? row : undefined
  }

  async function load(name: string, by: KeyBy): Promise<KeyRow | undefined> {
    const before = forgotten
    const row = await store.key(by, now())
    if (!row || before !== forgotten) return row
    known.set(name, row)
    if (known.size > KNOWN_MAX) known.delete(known.keys().next().value ?? '')
    return row
  }

  async function touch(row: KeyRow): Promise<void> {
    const at = now()
    if (row.last_used_at && at.getTime() - row.last_used_at.getTime() <= TOUCH_MS) return
    row.last_used_at = at
    await store.touchKey(row.key_id, at)
  }

  const opens = (row: KeyRow, { protocol, user }: Pick<Knock, 'protocol' | 'user'>) =>
    row.protocols.includes(protocol) && (!user || user.toLowerCase() === row.email.toLowerCase())

  /** Verifies a key that is not cached, with rate limits against guessing. Throws appPasswordWrong. */
  async function proved(knock: Knock, hash: Buffer, name: string): Promise<KeyRow> {
    const { protocol, user, address, agent } = knock
    const row = await session.tryKey({ address, name: user }, async () => {
      const found = await load(name, { password: hash })
      if (found && opens(found, knock)) return found
      const meant = user ? await people.byEmail(user) : undefined
      const way = {
        method: 'appPassword',
        caller: { address, agent, channel: protocol },
        device: undefined,
        language: 'zh' as const,
      }
      await session.noteRefusal(way, 'appPasswordWrong', meant ?? null, user)
      return null
    })
    if (!row) throw new Failure('appPasswordWrong')
    return row
  }

  /** Keys can't be guessed, and programs offer all their keys in turn: a wrong one causes no delay. */
  async function offered({ protocol, user, publicKey }: KeyOffer): Promise<KeyRow | undefined> {
    const email = askable(user).toLowerCase()
    const hash = sha256(publicKey)
    const name = `${hash.toString('base64')} ${email}`
    const row = remembered(name) ?? (await load(name, { publicKey: hash, email }))
    return row?.protocols.includes(protocol) ? row : undefined
  }

  async function clientSessionOf(row: KeyRow, protocol: Protocol, address: string): Promise<ClientSession> {
    const refusal = session.refusalOf(row)
    if (refusal) throw new Failure(refusal)
    await touch(row)
    return { actor: actorOf(row, protocol), protocol, keyId: row.key_id, spaceId: row.space_id, address }
  }

  return {
    /** Signs somebody in. Throws appPasswordWrong, loginDelayed, tooManyRequests, accountDisabled and the like. */
    async admit(given: Knock): Promise<ClientSession> {
      const knock = { ...given, user: askable(given.user) }
      const hash = sha256(knock.password)
      const name = hash.toString('base64')
      const row = remembered(name)
      const isRight = row && opens(row, knock)
      return clientSessionOf(isRight ? row : await proved(knock, hash, name), knock.protocol, knock.address)
    },
    /** Whether a public key may open the protocol, before its owner proves to hold the private one. */
    knowsKey: async (offer: KeyOffer): Promise<boolean> => Boolean(await offered(offer)),
    /** Signs in somebody who has proved to hold a private key. Throws appPasswordWrong, accountDisabled and the like. */
    async admitByKey(offer: KeyOffer): Promise<ClientSession> {
      const row = await offered(offer)
      if (!row) throw new Failure('appPasswordWrong')
      return clientSessionOf(row, offer.protocol, offer.address)
    },
    /** Reloads a client session: called before each action of a long one. Throws appPasswordWrong. */
    async hold({ keyId, protocol, address }: ClientSession): Promise<ClientSession> {
      const row = remembered(keyId) ?? (await load(keyId, { id: keyId }))
      if (!row?.protocols.includes(protocol)) throw new Failure('appPasswordWrong')
      return clientSessionOf(row, protocol, address)
    },
  }
}
