/** Run by `npm start`: builds what is stale, then starts the server in this process. */
import { buildIfStale } from './build.ts'

const MAJOR = 24
/** How often the server checks whether npm still runs; milliseconds. */
const LOOK_MS = 500
if (Number(process.versions.node.split('.')[0]) < MAJOR) {
  process.stderr.write(`Node ${MAJOR} is needed and comes with npm ci: use npm start (this is ${process.version})\n`)
  process.exit(1)
}
/**
 * npm sends a signal to the shell between it and this process, and the shell ends without passing it on: then this
 * process ends, too.
 */
function endWithNpm(): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_MS)
  timer.unref()
}
if (process.env.npm_lifecycle_event === 'start') endWithNpm()
// The list of keys needs no build.
const wantsHelp = process.argv.includes('--help')
if (!wantsHelp) await buildIfStale()
await import(new URL(wantsHelp ? '../server/main.ts' : '../dist/app/main.js', import.meta.url).href)
