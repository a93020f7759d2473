import { parentPort, workerData } from 'node:worker_threads'
import { parseSheet } from './parse.ts'

const { bytes, rowsMax } = workerData as { bytes: Uint8Array; rowsMax: number }
parentPort?.postMessage(await parseSheet(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), rowsMax))
