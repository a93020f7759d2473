/**
 * `npm run restore -- --from PLACE`: restores a backup into an empty installation; with `--verify` into a scratch one, as
 * a drill.
 */
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { drill } from '../server/backup/drill.ts'
import { BackupError } from '../server/backup/manifest.ts'
import { withPlace } from '../server/backup/open-place.ts'
import type { BackupPlace } from '../server/backup/place.ts'
import { type Report, restore } from '../server/backup/restore.ts'
import { readConfig, sourceOf } from '../server/config.ts'
import { buildIfStale } from './build.ts'
import { endWith, say } from './command.ts'
import { onNewStorage } from './storage.ts'

const HELP = `npm run restore -- --from PLACE [--at ID] [--into DATA_DIR | postgres://…]
npm run restore -- --from PLACE [--at ID] --verify [--scratch FOLDER]
npm run restore -- --from PLACE --list

Restores a backup into an empty installation: the configured one, or --into. Every row and every content is compared.
With --verify (a drill) the backup is restored into a scratch folder, the product is started there, signs in and reads
a file, and everything is removed.

  --from PLACE      the location of the backups (or BACKUP_TO): a folder or a server, see npm run backup -- --help
  --at ID           the backup to restore; by default the newest
  --scratch FOLDER  the folder of the drill; it needs space for the whole installation (default: the system's
                    temporary folder)

BACKUP_KEY decrypts the backup. Ends with 0 if everything is identical, otherwise with 1. See docs/backup.md.
`

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    at: { type: 'string' },
    into: { type: 'string' },
    scratch: { type: 'string', default: tmpdir() },
    verify: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const into: Record<string, string> = {}
if (values.into) into[/^postgres(ql)?:/.test(values.into) ? 'DATABASE_URL' : 'DATA_DIR'] = values.into
const config = readConfig({ ...sourceOf(process.env), ...into })
const from = values.from ?? config.backup.to
if (values.help) say(HELP)
else if (!from) {
  process.stderr.write(HELP)
  process.exitCode = 1
} else await endWith(BackupError, () => withPlace({ ...config.backup, to: from }, run))

async function run(place: BackupPlace): Promise<void> {
  const wish = { place, id: values.at ?? null, secretKey: config.secretKey, say }
  if (values.list) {
    for (const { id, isFinished } of await place.entries()) say(isFinished ? id : `${id}  unfinished`)
  } else if (values.verify) {
    await buildIfStale()
    printReport(await drill({ ...wish, below: resolve(values.scratch) }))
  } else
    await onNewStorage(async ({ address, blobs, config: { dataDir } }) => {
      printReport(await restore({ ...wish, address, blobs, dataDir }))
    }, config)
}

function printReport({ id, checks, isGood }: Report): void {
  for (const one of checks) say(`${one.isGood ? 'green' : 'RED  '}  ${one.said}`)
  say(`${isGood ? 'green' : 'RED  '}  backup ${id}`)
  process.exitCode = isGood ? 0 : 1
}
