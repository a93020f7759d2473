import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type Flag, flags, type SpaceType } from '#contract/core/policy.ts'
import { contract } from '#contract/index.ts'
import type { Entry } from '#server/modules/files/index.ts'
import { lockSpace } from '#server/storage/locks.ts'
import { makeKey } from '../support/app-password.ts'
import { Client } from '../support/client.ts'
import {
  channelNeeds,
  type Driver,
  FRESH,
  ftpDriver,
  type MatrixChannel,
  renamed,
  sftpDriver,
  type Target,
  type Verb,
  verbs,
  webDriver,
  webdavDriver,
} from '../support/drivers.ts'
import { ftpClient } from '../support/ftp-client.ts'
import { cellsOf } from '../support/full.ts'
import { sftpIn } from '../support/sftp-driver.ts'
import { tokenOf } from '../support/token.ts'
import { buildWorld, type World } from '../support/world.ts'

const { rights, spaces, files } = contract

/** Members by their role, and people who do not belong: one with no office, one with the highest. */
const people = ['owner', 'senior', 'normal', 'ordinary', 'admin'] as const
type Person = (typeof people)[number]
const isMember = (person: Person) => person !== 'ordinary' && person !== 'admin'
type Whose = 'own' | 'other'
/** A space as it is while a round is asked: its type, whether it is online, and the flag that its members lack. */
type Round = { type: SpaceType; isOnline: boolean; lacks: Flag | null }
type Cell = { person: Person; whose: Whose; channel: MatrixChannel; verb: Verb }

const ofFiles = ['F_MAKE', 'F_EDIT_AM', 'F_EDIT_OT', 'F_DOWN_AM', 'F_DOWN_OT', 'F_DEL_AM', 'F_DEL_OT'] as const
const rounds: readonly Round[] = [
  ...[null, ...ofFiles, 'F_OTHER_FTP' as const, 'F_OTHER_WEBDAV' as const].map((lacks) => ({
    type: 'private' as const,
    isOnline: true,
    lacks,
  })),
  { type: 'public', isOnline: true, lacks: 'F_DOWN_OT' },
  { type: 'public', isOnline: true, lacks: 'F_DEL_AM' },
  { type: 'private', isOnline: false, lacks: null },
]
const channels = Object.keys(channelNeeds) as MatrixChannel[]
/** A verb that brings something new is nobody's yet. */
const isFresh = (verb: Verb) => verb === 'write' || verb === 'make' || verb === 'list'
const nameOf = ({ person, whose, channel, verb }: Cell) => `${person} ${whose} ${channel} ${verb}.csv`

/** Whether it must be done, by the table of drivers.ts. */
function isExpected({ person, whose, channel, verb }: Cell, { type, isOnline, lacks }: Round): boolean {
  const hasFlag = (flag: Flag) => isMember(person) && (person === 'owner' || flag !== lacks)
  const gate = channelNeeds[channel]
  if (!isOnline || (gate && !hasFlag(gate))) return false
  const pairs = {
    DOWN: ['F_DOWN_AM', 'F_DOWN_OT'],
    EDIT: ['F_EDIT_AM', 'F_EDIT_OT'],
    DEL: ['F_DEL_AM', 'F_DEL_OT'],
  } as const
  const may = (need: (typeof verbs)[Verb][number]) => {
    if (need === 'F_MAKE') return hasFlag(need)
    if (need === 'DOWN' && type === 'public') return true
    return hasFlag(pairs[need][whose === 'own' ? 0 : 1])
  }
  return (type === 'public' || isMember(person)) && verbs[verb].every(may)
}

/** Everybody by every channel, as they came in before the rounds began. */
async function comeIn(world: World): Promise<Map<string, Driver>> {
  const [ftpPort, sftpPort] = [(await world.services.openFtp()) ?? 0, (await world.services.openSftp()) ?? 0]
  const drivers = new Map<string, Driver>()
  for (const person of people) {
    const client = await world.as(person)
    const program = new Client(world.origin)
    program.headers = () => ({ authorization: `Bearer ${token}` })
    const token = await tokenOf(client)
    const { user, password } = await makeKey(world, { who: person })
    const ftp = await ftpClient(ftpPort)
    onTestFinished(() => void ftp.die())
    expect(await ftp.login(user, password)).toMatch(/^230/)
    const sftp = await sftpIn(sftpPort, user, password)
    onTestFinished(() => void sftp.end())
    const own = {
      web: webDriver(client),
      token: webDriver(program),
      webdav: webdavDriver(world.origin, user, password),
      ftp: ftpDriver(ftp),
      sftp: sftpDriver(sftp),
    }
    for (const channel of channels) drivers.set(`${person} ${channel}`, own[channel])
  }
  return drivers
}

/** A space of the round, in which a file waits for every cell that needs one. */
async function scene(world: World, cells: readonly Cell[], round: Round) {
  const owner = await world.as('owner')
  const space = await world.space({ type: 'private' })
  const folderHash = await owner.data(files.create, { spaceId: space.id, path: 'to' })
  const blob = await world.blobs.put(Buffer.from('a,b\n1,2\n'))
  const old = cells.filter(({ verb }) => !isFresh(verb))
  const entryOf = (cell: Cell): Entry => ({
    folderId: space.root,
    name: nameOf(cell),
    blob,
    doer: null,
    conflict: 'refuse',
    releaseBytes: 0,
    // Somebody whom everybody else here stands to as to a stranger.
    authorId: world.idOf(cell.whose === 'own' ? cell.person : cell.person === 'senior' ? 'normal' : 'senior'),
    mayReplace: () => false,
    change: 'uploaded' as const,
  })
  const placed = await world.db.transaction().execute(async (tx) => {
    await lockSpace(tx, space.id)
    return world.services.files.place(tx, space.id, old.map(entryOf))
  })
  const hashes = new Map(placed.map((record) => ('hash' in record ? [record.name, record.hash] : ['', ''])))
  const given = flags.filter((flag) => flag !== round.lacks)
  await owner.data(rights.setOfSpace, { id: space.id, senior: given, normal: given })
  await owner.data(spaces.setType, { id: space.id, type: round.type })
  if (!round.isOnline) await sql`update space set status = 'offline' where id = ${space.id}`.execute(world.db)
  const targetOf = (cell: Cell): Target => ({
    spaceId: space.id,
    identifier: space.identifier,
    name: nameOf(cell),
    folder: 'to',
    folderHash,
    hash: hashes.get(nameOf(cell)) ?? '',
  })
  return { space, targetOf }
}

type Row = { name: string; parent_id: string; size: number; version: number; is_gone: boolean; is_dated: boolean }

/** What is in the database of a space, by `parent name`. */
async function found(world: World, spaceId: string): Promise<Map<string, Row>> {
  const { rows } = await sql<Row>`
    select name, parent_id, size, version, trash_id is not null as is_gone, client_modified_at is not null as is_dated
    from node where space_id = ${spaceId} and parent_id is not null`.execute(world.db)
  return new Map(rows.map((row) => [`${row.parent_id} ${row.name}`, row]))
}

/** Whether a cell's verb has really happened, whatever was answered; null: nothing tells. */
function hasHappened({ verb }: Cell, rows: Map<string, Row>, target: Target, root: string): boolean | null {
  const here = rows.get(`${root} ${target.name}`)
  const there = rows.get(`${target.folderHash} ${target.name}`)
  if (verb === 'write') return here?.size === FRESH.length
  if (verb === 'make') return here !== undefined
  if (verb === 'replace') return here?.version === 2
  if (verb === 'rename') return !here && rows.has(`${root} ${renamed(target)}`)
  if (verb === 'move') return !here && there !== undefined
  if (verb === 'copy') return here !== undefined && there !== undefined
  if (verb === 'date') return here?.is_dated === true
  return verb === 'remove' ? here?.is_gone === true : null
}

/** Everybody at once, each with one thing at a time by each channel. */
async function allSaid(drivers: Map<string, Driver>, cells: readonly Cell[], targetOf: (cell: Cell) => Target) {
  const said = new Map<Cell, string>()
  const lines = Map.groupBy(cells, ({ person, channel }) => `${person} ${channel}`)
  await Promise.all(
    [...lines].map(async ([who, line]) => {
      for (const cell of line) said.set(cell, (await drivers.get(who)?.[cell.verb]?.(targetOf(cell))) ?? 'no driver')
    }),
  )
  return said
}

/** Everybody with each verb by each channel in every round; by pairs in which each round has each of its answers. */
function cellsToAsk(drivers: Map<string, Driver>) {
  const cells = people.flatMap((person) =>
    (['own', 'other'] as const).flatMap((whose) =>
      channels.flatMap((channel) =>
        (Object.keys(verbs) as Verb[]).flatMap((verb) =>
          drivers.get(`${person} ${channel}`)?.[verb] && !(isFresh(verb) && whose === 'other')
            ? [{ person, whose, channel, verb }]
            : [],
        ),
      ),
    ),
  )
  const all = rounds.flatMap((round) => cells.map((cell) => ({ round, cell, must: isExpected(cell, round) })))
  expect(all.length).toBeGreaterThan(4000)
  return cellsOf(all, ({ round: { type, isOnline, lacks }, cell: { person, whose, channel, verb }, must }) => [
    ...[`${person} ${whose}`, channel, verb, `${channel} ${verb} ${must}`, `${type} ${isOnline} ${lacks} ${must}`],
  ])
}

test('every channel gives the same answer, and does what it says: role x flag x whose x channel x verb', async () => {
  const world = await buildWorld({ FTP_PORT: '0', FTP_PASSIVE_PORTS: '0', SFTP_PORT: '0' })
  const drivers = await comeIn(world)
  const wrong: string[] = []
  for (const [round, asked] of Map.groupBy(cellsToAsk(drivers), (one) => one.round)) {
    const cells = asked.map(({ cell }) => cell)
    const { space, targetOf } = await scene(world, cells, round)
    const said = await allSaid(drivers, cells, targetOf)
    const rows = await found(world, space.id)
    for (const { cell, must } of asked) {
      const answer = said.get(cell) ?? ''
      const happened = hasHappened(cell, rows, targetOf(cell), space.root)
      if ((answer === 'done') !== must || (happened !== null && happened !== must))
        wrong.push(
          `${nameOf(cell)} ${JSON.stringify(round)}: ${answer.replace(/[\s\S]*<s:message>/, '').slice(0, 120)}, happened ${happened}, not ${must}`,
        )
    }
  }
  expect(wrong).toEqual([])
})

test('the journal names the channel of each action', async () => {
  const world = await buildWorld({ FTP_PORT: '0', FTP_PASSIVE_PORTS: '0', SFTP_PORT: '0' })
  const drivers = await comeIn(world)
  const round = { type: 'private', isOnline: true, lacks: null } as const
  const cells = channels.flatMap((channel) =>
    (Object.keys(verbs) as Verb[]).flatMap((verb) =>
      drivers.get(`owner ${channel}`)?.[verb] ? [{ person: 'owner', whose: 'own', channel, verb } as const] : [],
    ),
  )
  const { space, targetOf } = await scene(world, cells, round)
  for (const cell of cells)
    expect(await drivers.get(`owner ${cell.channel}`)?.[cell.verb]?.(targetOf(cell))).toBe('done')
  await world.services.journal.flushed()
  const { rows } = await sql<{ channel: string; action: string }>`
    select distinct channel, action from journal where space_id = ${space.id} order by 1, 2`.execute(world.db)
  const actionsOf = (channel: string) => rows.filter((row) => row.channel === channel).map(({ action }) => action)
  const all = ['copied', 'downloaded', 'folderMade', 'moved', 'renamed', 'replaced', 'trashed', 'uploaded']
  expect(actionsOf('webdav')).toEqual(all)
  expect(actionsOf('token')).toEqual(all)
  for (const channel of ['ftp', 'sftp']) expect(actionsOf(channel)).toEqual(all.filter((action) => action !== 'copied'))
})
