import { argon2Sync } from 'node:crypto'
import type { Email } from 'postal-mime'
import { inject, onTestFinished } from 'vitest'
import { CAPTCHA_MS } from '#contract/core/limits.ts'
import type { InputOf } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import type { Role } from '#contract/session.ts'
import { Features } from '#contract/settings.ts'
import type { GivenRole, Space } from '#contract/spaces.ts'
import { newId } from '#server/storage/id.ts'
import { sha256 } from '#server/storage/seal.ts'
import { SWIFT_KEY, SWIFT_SECRET } from '../services/swift.ts'
import { Client } from './client.ts'
import { readInbox } from './inbox.ts'
import { giveBack, takeServer } from './kept-servers.ts'

/** The people of every world, by role; the address is `<who>@lab.test`, the password PASSWORD. */
const people: Record<string, { name: string; role: Role }> = {
  admin: { name: 'Ada Admin', role: 'role_admin' },
  owner: { name: 'Olive Owner', role: 'role_senior' },
  senior: { name: '申大为', role: 'role_senior' },
  normal: { name: '常小米', role: 'role_general' },
  ordinary: { name: 'Otto Ordinary', role: 'role_general' },
}
export type Who = keyof typeof people | 'stranger'
export const PASSWORD = 'Lake-2026'

/** A password hash with the lowest cost, so that sign-in is fast: the hash itself states the cost of comparing. */
function cheapHash(password: string): string {
  const nonce = Buffer.from('salt of a world!')
  const tag = argon2Sync('argon2id', { memory: 8, passes: 1, parallelism: 1, tagLength: 32, message: password, nonce })
  const [salt, sum] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${sum}`
}
const password_hash = cheapHash(PASSWORD)

/** A prefix for this world in the run's object store; empty when there is none and contents are kept in a folder. */
function placeOfContents(): Record<string, string> {
  const address = inject('objectStore')
  if (!address) return {}
  return { BLOB_STORE: address.replace('{world}', newId()), S3_ACCESS_KEY: SWIFT_KEY, S3_SECRET_KEY: SWIFT_SECRET }
}

/**
 * The real server on a real port with a database and a folder, as good as new: later tests of the process use it again,
 * emptied, unless it has variables of its own or the test did to it what emptying does not undo.
 */
export const buildWorld = (env: Record<string, string> = {}) => worldOf(env, Object.keys(env).length > 0)

/** The same with a server that no other test uses: for what a server counts or remembers as long as it runs. */
export const ownWorld = (env: Record<string, string> = {}) => worldOf(env, true)

async function worldOf(env: Record<string, string>, isAlone: boolean) {
  // The clock stands still, so that a whole test is one minute.
  const calls = { PERSON_CALLS: '0' }
  const place = placeOfContents()
  const isOwn = isAlone || Object.keys(place).length > 0
  const server = await takeServer({ ...place, ...calls, ...env }, isOwn)
  onTestFinished(({ task }) => giveBack(server, !isOwn && task.result?.state !== 'fail'))
  const { app, db, url, bus, blobs, config, clock, dataDir, origin, services } = server
  const ids = Object.fromEntries(Object.keys(people).map((who) => [who, newId()]))
  await db
    .insertInto('person')
    .values(
      Object.entries(people).map(([who, person]) => ({
        id: ids[who] ?? '',
        email: `${who}@lab.test`,
        ...person,
        password_hash,
        disabled_at: null,
      })),
    )
    .execute()
  const clients = new Map<Who, Promise<Client>>()

  const world = {
    app,
    db,
    url,
    bus,
    blobs,
    clock,
    /** What names of other sites mean, where a test says so; each look-up asks anew. */
    names: server.names,
    config,
    dataDir,
    origin,
    services,
    idOf: (who: Exclude<Who, 'stranger'>) => ids[who] ?? '',
    /** A signed-in client of this person; the same client each time. */
    as: (who: Who): Promise<Client> => {
      const known = clients.get(who) ?? connect(origin, who)
      clients.set(who, known)
      return known
    },
    /** A captcha whose answer the test knows. */
    captcha: async () => {
      const captchaId = newId()
      const expires_at = new Date(clock.now().getTime() + CAPTCHA_MS)
      await db
        .insertInto('captcha')
        .values({ id: captchaId, answer: sha256(`${captchaId} ABCD`), expires_at })
        .execute()
      return { captchaId, verificationCode: 'ABCD' }
    },
    /** Turns every optional capability of the site on. */
    turnAllOn: async () => {
      const features = Object.fromEntries(Object.keys(Features.shape).map((feature) => [feature, true]))
      await (await world.as('admin')).data(contract.settings.setFeatures, features)
    },
    /** The mails that arrived at an address, oldest first, read from the mail folder. */
    inbox: async (address: string): Promise<Email[]> => {
      await services.mails.flushed()
      await services.mails.drain()
      return readInbox(dataDir, address)
    },
    /** Makes a person a member without an invitation. */
    join: (spaceId: string, who: Exclude<Who, 'stranger'>, role: GivenRole): Promise<void> =>
      db
        .transaction()
        .execute((tx) => services.spaces.admit(tx, { spaceId, personId: ids[who] ?? '', role, at: clock.now() })),
    /** A space of the owner with a senior and a normal member. */
    space: (draft: Partial<InputOf<typeof contract.spaces.create>> = {}): Promise<Space & { root: string }> =>
      makeSpace(world, draft),
  }
  return world
}
export type World = Awaited<ReturnType<typeof buildWorld>>

async function connect(origin: string, who: Who): Promise<Client> {
  const client = new Client(origin)
  return who === 'stranger' ? client : client.login(`${who}@lab.test`, PASSWORD)
}

async function makeSpace(
  world: Pick<World, 'as' | 'join'>,
  draft: Partial<InputOf<typeof contract.spaces.create>>,
): Promise<Space & { root: string }> {
  const owner = await world.as('owner')
  const made = await owner.data(contract.spaces.create, {
    name: 'Lake survey',
    identifier: `lake${newId().replaceAll('-', '').slice(-16)}`,
    type: 'private',
    ...draft,
  })
  await world.join(made.id, 'senior', 'senior')
  await world.join(made.id, 'normal', 'normal')
  const { hash: root } = await owner.data(contract.files.show, { spaceId: made.id, hash: 'root' })
  return { ...made, root }
}
