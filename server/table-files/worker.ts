import { parentPort, workerData } from 'node:worker_threads'
import { type ConvertWish, converted } from './convert-file.ts'
import type { ScanWish, WorkerAnswer, WorkerWish } from './in-thread.ts'
import { layoutOf } from './layout.ts'
import { openTableFile } from './open.ts'
import { scanSheet } from './scan.ts'
import { TableFileError } from './source.ts'
import { writeAsParquet, writeAsUtf8 } from './to-parquet.ts'

const port = parentPort
const say = (answer: WorkerAnswer) => port?.postMessage(answer)
/** The next batch is prepared once the previous one was received. */
const taken = () => new Promise<void>((resolve) => port?.once('message', () => resolve()))

async function scan({ path, name, options, sheet, ...start }: ScanWish): Promise<void> {
  const file = await openTableFile(path, name, options)
  try {
    const { format, sheets, encoding, separator, isEncodingGuessed } = file
    const found = { format, sheets, encoding, separator, isEncodingGuessed }
    say({ scan: { ...found, sheet, ...(await scanSheet(file, sheet, start)) } })
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

async function fulfil(wish: WorkerWish): Promise<void> {
  if (wish.kind === 'scan') return scan(wish)
  if (wish.kind === 'convert') return convert(wish)
  if (wish.kind === 'layout') return void say({ layout: await layoutOf(wish.path, wish.name) })
  await (wish.kind === 'parquet'
    ? writeAsParquet(wish.path, wish.name, wish.target)
    : writeAsUtf8(wish.path, wish.target))
  say({ isDone: true })
}

try {
  await fulfil(workerData as WorkerWish)
} catch (error) {
  if (!(error instanceof TableFileError)) throw error
  const { reason, row, column } = error
  say({ unreadable: { reason, row, column } })
}
