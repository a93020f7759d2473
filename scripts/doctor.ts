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

Finds and explains inconsistencies between database and contents and within the database. The server may be running.

  --repair  corrects what can be computed: counters, data that can be made again, expired data
  --deep    reads every byte and follows every reference
  --json    prints one object per line: check, level (grave, light, note), said, isMended; the last one has isHealthy

Ends with 0 if all is well, 1 if something is wrong, 2 if it could not check.
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
