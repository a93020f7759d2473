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

/**
 * A bus for one server of a reused connection: its listeners can be removed together, those added since a moment alone,
 * and its server can be told that it missed messages.
 */
function leavable(bus: Bus) {
  const leaving: (() => void)[] = []
  const gaps = new Set<() => void>()
  const noted = (leave: () => void) => {
    leaving.push(leave)
    return leave
  }
  const leaveSince = (count: number) => {
    for (const leave of leaving.splice(count)) leave()
  }
  return {
    bus: {
      ...bus,
      on: (topic, listener) => noted(bus.on(topic, listener)),
      onGap: (listener) => {
        gaps.add(listener)
        const leave = bus.onGap(listener)
        return noted(() => {
          gaps.delete(listener)
          leave()
        })
      },
    } satisfies Bus,
    listening: () => leaving.length,
    leaveSince,
    /** Makes the server drop all that it keeps of what others may have changed. */
    reportGap: () => gaps.forEach((tell) => void tell()),
    /** Resolves when the messages sent so far were delivered. */
    delivered: () => bus.publish('share', {}),
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

/** Empties a database; false when it must not be used again. */
async function emptied(used: Kept): Promise<boolean> {
  used.uses += 1
  if (used.uses >= USES_MAX) return false
  await dropSpaceTables(used.db)
  if (!(await isAsMade(used))) return false
  await empty(used.db)
  return true
}

/**
 * A database as empty as after the first start, and its bus. `emptied` makes it so again for the same server, if it can;
 * `done` is called when all users of them have ended.
 */
export async function takeDatabase() {
  const found = kept.pop()
  const made = found ?? (await make())
  const used: Kept = found ?? { ...made, shape: await shapeOf(made.db), uses: 0 }
  const { delivered, leaveSince, ...lines } = leavable(used.bus)
  return {
    ...lines,
    db: used.db,
    url: used.url,
    leaveSince,
    atRest: async () => {
      await delivered()
      await atRest(used)
    },
    emptied: () => emptied(used),
    done: async () => {
      leaveSince(0)
      await delivered()
      await atRest(used)
      if (await emptied(used)) kept.push(used)
      else await end(used)
    },
  }
}
