import { parentPort, workerData } from 'node:worker_threads'
import { calendarOf } from './calendar.ts'
import type { Made, Ordered, Wish } from './making.ts'
import { demoSpaces } from './spaces.ts'

const { nowMs, tools } = workerData as Ordered
const calendar = calendarOf(new Date(nowMs))
const lists = new Map(demoSpaces.map((space) => [space.identifier, space.files(calendar, tools)]))

async function made(wish: Wish): Promise<Made> {
  try {
    const content = await lists.get(wish.identifier)?.[wish.index]?.make()
    // A small buffer is part of a larger one, which would be sent along.
    return content ? { ...wish, content: new Uint8Array(content) } : { ...wish, error: 'no such file' }
  } catch (error) {
    return {
      ...wish,
      error: `${wish.identifier} ${wish.index}: ${error instanceof Error ? error.stack : String(error)}`,
    }
  }
}

parentPort?.on('message', async (wish: Wish) => parentPort?.postMessage(await made(wish)))
