import { Worker } from 'node:worker_threads'

/** How often a maker process checks that its server still runs; milliseconds. */
const LOOK_MS = 1000
const watch = `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, 'SIGKILL'), ${LOOK_MS})`

// A content may block a maker's main thread forever. When the server was killed, only a separate thread can end it.
new Worker(watch, { eval: true }).unref()
