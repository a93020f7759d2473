import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { died } from '../support/crash.ts'
import { sampled } from '../support/full.ts'
import { ADMIN, startServer } from '../support/server.ts'
import { startedDataDir } from '../support/started.ts'
import { doctor } from './rounds.ts'

const { components } = contract

test('a server killed while it installs a component has it whole or not at all', async () => {
  const dataDir = startedDataDir()
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
  const connect = async (FAULT: string) => {
    const server = await startServer({ dataDir, env: { FAULT } })
    return { server, client: await new Client(server.origin).login(ADMIN.email, ADMIN.password) }
  }
  const ask = async (client: Client) => {
    const { list } = await client.data(components.market, { q: 'msa' })
    const { id: componentId, parameters, rights, sha256 } = list[0] as NonNullable<(typeof list)[0]>
    return client.send(components.install, { componentId, parameters, rights, sha256 })
  }
  const points = ['component-kept', 'component-in-transaction']
  for (const point of sampled(points, (one) => one === 'component-in-transaction')) {
    const { server, client } = await connect(point)
    expect((await client.data(components.list, {})).list).toEqual([])
    expect((await fetch(`${server.origin}/package/msa/index.html`)).status).toBe(404)
    await Promise.all([ask(client).catch(() => null), died(server)])
  }
  const { server, client } = await connect('component-committed')
  await Promise.all([ask(client).catch(() => null), died(server)])

  const last = await connect('')
  expect((await last.client.data(components.list, {})).list).toMatchObject([{ id: 'msa', isOn: true }])
  expect((await fetch(`${last.server.origin}/package/msa/index.html`)).status).toBe(200)
  expect(await (await ask(last.client)).json()).toMatchObject({ error: 'componentTaken' })
  await last.server.kill()
  expect(await doctor(dataDir)).toEqual([])
})
