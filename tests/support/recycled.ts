import { setTimeout as pause } from 'node:timers/promises'
import { type Bus, openBus } from '#server/storage/bus.ts'
import { poolFigures } from '#server/storage/database.ts'
import { createTestDatabase } from './database.ts'
import { dropSpaceTables, empty, shapeOf } from './emptying.ts'

/** A database that is reused more often has so many dead rows that its statements slow down. */
const USES_MAX = 200
const LOOK_MS = 2

type Made = Awaited<ReturnType<typeof createTestDatabase>> & { bus: Bus }
type Kept = Made & { shape: string; uses: number }

/** Idle databases of this process, kept because creating one takes three times as long as emptying it. */
const kept: Kept[] = []

async function make(): Promise<Made> {
  const database = await createTestDatabase()
  return { ...database, bus: await openBus(database.url, database.db) }
}

async function end({ bus, drop }: Made): Promise<void> {
  await bus.close()
  await drop()
}

/** Wraps a bus so that all listeners can be removed together, after pending notifications were delivered. */
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

/** Resolves when no connection is in use, so that work left running by a server has ended. */
async function atRest({ db }: Made): Promise<void> {
  while (poolFigures(db).busy) await pause(LOOK_MS)
}

/**
 * Changes by a test to the schema or to the listening connection are not undone: such a database is closed for good.
 */
const isAsMade = async ({ bus, db, shape }: Kept) => bus.isConnected() && shape === (await shapeOf(db))

async function putBack(used: Kept): Promise<void> {
  used.uses += 1
  if (used.uses === USES_MAX) return end(used)
  await dropSpaceTables(used.db)
  if (!(await isAsMade(used))) return end(used)
  await empty(used.db)
  kept.push(used)
}

/** A database as empty as after the first start, and its bus; call `done` when all users of them have ended. */
export async function takeDatabase() {
  const found = kept.pop()
  const made = found ?? (await make())
  const used: Kept = found ?? { ...made, shape: await shapeOf(made.db), uses: 0 }
  const { bus, leave } = leavable(used.bus)
  return {
    db: used.db,
    url: used.url,
    bus,
    done: async () => {
      await leave()
      await atRest(used)
      await putBack(used)
    },
  }
}
