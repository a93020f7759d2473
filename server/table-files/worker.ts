import { parentPort, workerData } from 'node:worker_threads'
import { type ConvertWish, converted } from './convert.ts'
import type { ScanWish, WorkerAnswer, WorkerWish } from './in-thread.ts'
import { openTableFile } from './open.ts'
import { scanSheet } from './scan.ts'
import { TableFileError } from './source.ts'

const port = parentPort
const say = (answer: WorkerAnswer) => port?.postMessage(answer)
/** The next batch is made when the one before was taken. */
const taken = () => new Promise<void>((resolve) => port?.once('message', () => resolve()))

async function scan({ path, name, options, sheet, hasHeader }: ScanWish): Promise<void> {
  const file = await openTableFile(path, name, options)
  try {
    const { format, sheets, encoding, separator } = file
    say({ scan: { format, sheets, encoding, separator, sheet, ...(await scanSheet(file, sheet, { hasHeader })) } })
  } finally {
    file.close()
  }
}

async function convert(wish: ConvertWish): Promise<void> {
  for await (const batch of converted(wish)) {
    const next = taken()
    say({ batch })
    await next
  }
  say({ isDone: true })
}

try {
  const wish = workerData as WorkerWish
  await (wish.kind === 'scan' ? scan(wish) : convert(wish))
} catch (error) {
  if (!(error instanceof TableFileError)) throw error
  const { reason, row, column } = error
  say({ unreadable: { reason, row, column } })
}
