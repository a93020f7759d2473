import { parentPort, workerData } from 'node:worker_threads'
import { parseSheet, type SheetBounds } from './parse.ts'

const { bytes, bounds } = workerData as { bytes: Uint8Array; bounds: SheetBounds }
parentPort?.postMessage(await parseSheet(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), bounds))
