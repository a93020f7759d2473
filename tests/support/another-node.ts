import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openBus } from '#server/storage/bus.ts'
import { openDatabase } from '#server/storage/database.ts'
import { newId } from '#server/storage/id.ts'
import { openSeal } from '#server/storage/seal.ts'
import { openSlowProxy } from '../services/slow-proxy.ts'
import { Client } from './client.ts'
import { PASSWORD, type Who, type World } from './world.ts'

/** The port or the Unix socket path of a world's database. */
function targetOf(url: URL): number | string {
  const folder = url.searchParams.get('host')
  return folder ? `${folder}/.s.PGSQL.${url.port || 5432}` : Number(url.port || 5432)
}

/** A second server of a world with its own connections and memory, whose database connection can be cut. */
export async function anotherNode(world: World, { now = world.clock.now }: { now?: () => Date } = {}) {
  const direct = new URL(world.url)
  const way = await openSlowProxy(targetOf(direct), 0)
  const url = `postgres://${direct.username}:${direct.password}@127.0.0.1:${way.port}${direct.pathname}`
  const db = openDatabase(url)
  const bus = await openBus(url, db, { beatMs: 500 })
  const { app, services } = await buildApp({
    db,
    bus,
    blobs: world.blobs,
    config: world.config,
    now,
    newId,
    log: pino({ level: 'silent' }),
    seal: openSeal(world.config),
    isDraining: () => false,
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    way.heal()
    await app.close()
    await bus.close()
    await db.destroy()
    await way.close()
  })
  /** A client with the same session of the same person, at this node. */
  async function hereAs(who: Who): Promise<Client> {
    const client = new Client(origin)
    for (const [name, value] of (await world.as(who)).cookies) client.cookies.set(name, value)
    return client
  }
  return {
    app,
    services,
    db,
    bus,
    way,
    origin,
    hereAs,
    signIn: (who: Who) => new Client(origin).login(`${who}@lab.test`, PASSWORD),
  }
}
