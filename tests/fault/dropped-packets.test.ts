import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/storage/database.ts'
import { hasPostgres, startPostgres } from '../services/postgres.ts'
import { hasProgram, runProgram } from '../services/program.ts'

const NFT = '/usr/sbin/nft'
/** Packets are dropped by root alone. */
const canDrop = process.getuid?.() === 0 && hasProgram(NFT)
/** A second address of this machine, by which the node comes that vanishes. */
const APART = '127.0.0.2'
const LOCK = 4711

/** Drops every packet from and to a port of an address, until the test is over. */
function dropPackets(address: string, port: number): void {
  const table = `ds_test_${randomUUID().slice(0, 8)}`
  const drop = (direction: 'saddr' | 'daddr', end: 'sport' | 'dport') =>
    `add rule inet ${table} out ip ${direction} ${address} tcp ${end} ${port} drop`
  const rules = [
    `add table inet ${table}`,
    `add chain inet ${table} out { type filter hook output priority 0; }`,
    drop('daddr', 'dport'),
    drop('saddr', 'sport'),
  ]
  onTestFinished(() => runProgram(NFT, ['delete', 'table', 'inet', table]))
  runProgram(NFT, ['-f', '-'], { input: rules.join('\n') })
}

test.skipIf(!canDrop || !hasPostgres)(
  'a node that vanishes without a word gives back its locks within a minute',
  {},
  async () => {
    const postgres = await startPostgres()
    onTestFinished(() => postgres.stop())
    const db = openDatabase(postgres.url)
    const vanishing = openDatabase(postgres.url.replace('127.0.0.1', APART), 1)
    const { promise: held, resolve } = Promise.withResolvers<void>()
    const change = vanishing.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
      resolve()
      await new Promise(() => {})
    })
    change.catch(() => {})
    await held
    dropPackets(APART, postgres.port)
    const isHeld = async () => {
      const { rows } = await sql<{ is_free: boolean }>`select pg_try_advisory_lock(${LOCK}) as is_free`.execute(db)
      return !rows[0]?.is_free
    }
    expect(await isHeld()).toBe(true)
    await expect.poll(isHeld, { interval: 1000 }).toBe(false)
    await db.destroy()
  },
)
