import { Worker } from 'node:worker_threads'

/** How often a maker looks whether its server is still there. */
const LOOK_MS = 1000
const watch = `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, 'SIGKILL'), ${LOOK_MS})`

// A content may keep a maker busy for good. When its server was killed nobody is left to end it, and only a thread of its
// own still notices.
new Worker(watch, { eval: true }).unref()
