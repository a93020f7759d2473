/** What `npm start` runs: builds what is stale, then starts the server in this process. */
import { buildIfStale } from './build-console.ts'

const MAJOR = 24
if (Number(process.versions.node.split('.')[0]) < MAJOR) {
  process.stderr.write(`Node ${MAJOR} is needed and comes with npm ci: use npm start (this is ${process.version})\n`)
  process.exit(1)
}
if (!process.argv.includes('--help')) await buildIfStale()
await import('../server/main.ts')
