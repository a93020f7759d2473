/** `npm run doctor [-- --repair] [-- --deep] [-- --json]`: compares database and contents, also while the server runs. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '../server/config.ts'
import { diagnose, type Finding, isGood } from '../server/doctor/index.ts'
import { openSeal } from '../server/storage/seal.ts'
import { say } from './command.ts'
import { besideServer, type Storage } from './storage.ts'

const HELP = `npm run doctor [-- --repair] [-- --deep] [-- --json]

Finds every disagreement between database and contents and within the database, and explains it; the server may run.

  --repair  mends what takes no guess: counters, what can be made again, what is past its time
  --deep    reads every byte and follows every reference
  --json    one object a line: check, level (grave, light, note), said, isMended; the last one has isHealthy

Ends with 0 when all is well, 1 when something is wrong, 2 when it could not look.
`
const EX_UNABLE = 2

const { values } = parseArgs({
  options: {
    repair: { type: 'boolean', default: false },
    deep: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const reportJson = values.json ? (finding: object) => say(JSON.stringify(finding)) : null

/** The doctor creates no key: without one nothing has been encrypted. */
const sealOfThis = (config: Config) =>
  config.secretKey || existsSync(join(config.dataDir, 'secret.key')) ? openSeal(config) : null

async function look({ config, db, blobs }: Storage): Promise<void> {
  const { repair, deep } = values
  let isHealthy = true
  const report = reportJson ?? (({ said }: Finding) => say(said))
  for await (const finding of diagnose(db, blobs, { repair, deep, seal: sealOfThis(config) })) {
    isHealthy &&= isGood(finding)
    report(finding)
  }
  if (reportJson) reportJson({ isHealthy })
  else say(isHealthy ? 'database and contents agree' : 'something is wrong')
  process.exitCode = isHealthy ? 0 : 1
}

if (values.help) say(HELP)
else
  await besideServer(look).catch((error: unknown) => {
    process.stderr.write(`the doctor could not look: ${(error as Error).message}\n`)
    process.exitCode = EX_UNABLE
  })
