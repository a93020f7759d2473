import { setTimeout as pause } from 'node:timers/promises'
import { type Bus, openBus } from '#server/storage/bus.ts'
import { poolFigures } from '#server/storage/database.ts'
import { createTestDatabase } from './database.ts'
import { empty, shapeOf } from './emptying.ts'

/** A database that is used longer holds many rows that are gone, which its statements step over. */
const USES_MAX = 200
const LOOK_MS = 2

type Made = Awaited<ReturnType<typeof createTestDatabase>> & { bus: Bus }
type Kept = Made & { shape: string; uses: number }

/** Databases of this process that nobody uses: to make one takes three times as long as to empty it. */
const kept: Kept[] = []

async function make(): Promise<Made> {
  const database = await createTestDatabase()
  return { ...database, bus: await openBus(database.url, database.db) }
}

async function end({ bus, drop }: Made): Promise<void> {
  await bus.close()
  await drop()
}

/** A bus whose listeners all leave together; what was told before has been heard by then. */
function leavable(bus: Bus) {
  const leaving: (() => void)[] = []
  const noted = (leave: () => void) => {
    leaving.push(leave)
    return leave
  }
  return {
    bus: {
      ...bus,
      on: (topic, listener) => noted(bus.on(topic, listener)),
      onGap: (listener) => noted(bus.onGap(listener)),
    } satisfies Bus,
    leave: async () => {
      for (const leave of leaving) leave()
      await bus.publish('space', {})
    },
  }
}

/** Resolves when nobody has a connection any more: what a server left to run by itself is over. */
async function atRest({ db }: Made): Promise<void> {
  while (poolFigures(db).busy) await pause(LOOK_MS)
}

/** What a test did to the tables themselves, or to the connection that hears news, nobody undoes: it goes with them. */
const isAsMade = async ({ bus, db, shape }: Kept) => bus.isConnected() && shape === (await shapeOf(db))

async function putBack(used: Kept): Promise<void> {
  used.uses += 1
  if (used.uses === USES_MAX || !(await isAsMade(used))) return end(used)
  await empty(used.db)
  kept.push(used)
}

/** A database as empty as after the first start, and its bus; `done` is called when all that uses them has ended. */
export async function takeDatabase() {
  const found = kept.pop()
  const made = found ?? (await make())
  const used: Kept = found ?? { ...made, shape: await shapeOf(made.db), uses: 0 }
  const { bus, leave } = leavable(used.bus)
  return {
    ...{ db: used.db, url: used.url, bus },
    done: async () => {
      await leave()
      await atRest(used)
      await putBack(used)
    },
  }
}
