import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBackgroundLoad } from '../support/background-load.ts'
import { type Cluster, canCluster, startCluster } from '../support/cluster.ts'
import { inFull, isFull } from '../support/full.ts'

/** Uploads that are acknowledged between two blows. */
const BETWEEN = Number(process.env.CLUSTER_BETWEEN ?? (isFull ? 4 : 2))
/** The nodes in the order in which they are killed. */
const KILLED: readonly (0 | 1)[] = isFull ? [0, 1, 0] : [1]

describe.skipIf(!canCluster)('two nodes behind nginx, under load', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster()
  })
  afterAll(() => cluster?.stop())

  test('of which one is killed again and again lose nothing that was acknowledged, and have nothing twice', async () => {
    const client = await cluster.connect()
    const load = await startBackgroundLoad(client, 'killed')
    for (const index of KILLED) {
      await load.more(BETWEEN)
      await cluster.node(index).kill()
      await load.more(BETWEEN)
      await cluster.start(index)
    }
    await load.more(BETWEEN)
    expect(await load.end()).toEqual([])
    expect(await cluster.findings()).toEqual([])
    expect(load.heard.connections).toBeGreaterThan(0)
    expect(load.heard.events).toBeGreaterThan(0)
  })

  test('of which one is cut from the database go on: it refuses, and works again when the way is back', async () => {
    const client = await cluster.connect()
    const load = await startBackgroundLoad(client, 'cut')
    const [way] = cluster.ways
    await load.more(BETWEEN)
    // Or the locks of what it had begun would be waited for until the database looks: see vanished.test.ts.
    way?.silence({ isNoticed: true })
    const readiness = async () => (await fetch(`${cluster.node(0).origin}/readyz`)).status
    await expect.poll(readiness).toBe(503)
    await load.more(BETWEEN)
    way?.heal()
    await expect.poll(readiness).toBe(200)
    await load.more(BETWEEN)
    expect(await load.end()).toEqual([])
    expect(await cluster.findings()).toEqual([])
  })

  test(
    'of which one is cut from the store go on, and what waits there comes when the way is back',
    inFull,
    async () => {
      const client = await cluster.connect()
      const load = await startBackgroundLoad(client, 'storeless')
      const [way] = cluster.storeWays
      await load.more(BETWEEN)
      way?.silence()
      const failing = async () => (await (await fetch(`${cluster.node(0).origin}/readyz`)).json()) as object
      await expect.poll(failing).toMatchObject({ failing: [{ part: 'files' }] })
      way?.heal()
      await load.more(BETWEEN)
      expect(await load.end()).toEqual([])
      expect(await cluster.findings()).toEqual([])
    },
  )

  test(
    'whose database crashes go on by themselves, and begin no job twice, whatever their clocks say',
    inFull,
    async () => {
      const client = await cluster.connect()
      const load = await startBackgroundLoad(client, 'crashed')
      await load.more(BETWEEN)
      cluster.postgres.crash()
      cluster.node(1).process.kill('SIGWINCH')
      cluster.postgres.start()
      await load.more(BETWEEN)
      expect(await load.end()).toEqual([])
      expect(await cluster.findings()).toEqual([])
      expect(await cluster.twiceScheduled()).toEqual([])
      expect(cluster.node(0).process.exitCode ?? cluster.node(1).process.exitCode).toBeNull()
    },
  )

  test('are restarted in turn without anybody noticing more than a request that was sent again', inFull, async () => {
    const client = await cluster.connect()
    const load = await startBackgroundLoad(client, 'rolled')
    for (const index of [0, 1] as const) {
      await load.more(BETWEEN)
      const server = cluster.node(index)
      const ended = server.end()
      // A node that has closed its port already is as far.
      const ready = () =>
        fetch(`${server.origin}/readyz`).then(
          ({ status }) => status,
          () => 503,
        )
      await expect.poll(ready).toBe(503)
      await ended
      await cluster.start(index)
    }
    expect(await load.end()).toEqual([])
    expect(await cluster.findings()).toEqual([])
  })
})
