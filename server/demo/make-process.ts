import { calendarOf } from './calendar.ts'
import type { Made, Ordered, Wish } from './making.ts'
import type { DemoFile } from './sample.ts'
import { demoSpaces } from './spaces.ts'

let lists = new Map<string, DemoFile[]>()

async function made({ identifier, index }: Wish): Promise<Made> {
  try {
    const content = await lists.get(identifier)?.[index]?.make()
    return content ? { content } : { error: `no file ${index} of ${identifier}` }
  } catch (error) {
    return { error: `${identifier} ${index}: ${error instanceof Error ? error.stack : String(error)}` }
  }
}

process.on('message', async (said: Ordered | Wish) => {
  if ('nowMs' in said) {
    const calendar = calendarOf(new Date(said.nowMs))
    lists = new Map(demoSpaces.map((space) => [space.identifier, space.files(calendar, said.tools)]))
  } else process.send?.(await made(said))
})
// The server has received everything, or has ended.
process.once('disconnect', () => process.exit())
