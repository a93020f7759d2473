import { Worker } from 'node:worker_threads'
import { TOO_MUCH_MEMORY } from './limits.ts'

/** How often a process looks whether its server still runs, and how much memory it takes itself; milliseconds. */
const LOOK_MS = 100

const watch = `
const { parentPort } = require('node:worker_threads')
let most = Infinity
parentPort.on('message', (bytes) => (most = bytes ?? Infinity))
setInterval(() => {
  if (process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL')
  if (process.memoryUsage.rss() > most) process.kill(process.pid, '${TOO_MUCH_MEMORY}')
}, ${LOOK_MS})`

// The work of a process may block its main thread forever. When the server was killed, only a separate thread can end
// it.
const watcher = new Worker(watch, { eval: true })
watcher.unref()

/** From now on this process ends itself by TOO_MUCH_MEMORY when it takes more; null: it may take any. */
export const limitMemory = (bytes: number | null): void => watcher.postMessage(bytes)
