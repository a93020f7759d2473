/** `npm run backup -- --to PLACE [--keep N]`: a backup of the whole installation, while it runs. */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeBackup, present } from '../server/backup/make.ts'
import { BackupError } from '../server/backup/manifest.ts'
import { folderOf, withPlace } from '../server/backup/open-place.ts'
import type { BackupPlace } from '../server/backup/place.ts'
import { prune } from '../server/backup/prune.ts'
import { isInData } from '../server/backup/targets/folder.ts'
import { configFile } from '../server/config.ts'
import { endWith, PRODUCT, say } from './command.ts'
import { besideServer, configuration, type Storage } from './storage.ts'

const HELP = `npm run backup -- --to PLACE [--keep N]

Writes the database, the contents and the key of the installation to PLACE. The server may be running. Contents that
are already in PLACE are not copied again.

  --to PLACE  the target (or BACKUP_TO): a folder, s3://bucket/prefix?endpoint=https://server, https://server/webdav,
              sftp://server/folder, ftps://server/folder; BACKUP_ACCOUNT and BACKUP_SECRET sign in to a server,
              BACKUP_HOST_KEY is the host key of an SFTP server
  --keep N    keeps only the newest N backups and the contents that they use; before an older one is deleted,
              every byte of the new one is read back

BACKUP_KEY (32 characters or more) encrypts the backup. Ends with 0 if it is complete, 2 if contents of the
installation are missing or damaged but everything else was saved, 1 if there is no backup. See docs/backup.md.
`

const { values } = parseArgs({
  options: { to: { type: 'string' }, keep: { type: 'string' }, help: { type: 'boolean', default: false } },
})
const config = configuration()
const to = values.to ?? config.backup.to
const keep = values.keep === undefined ? null : Number(values.keep)
if (values.help) say(HELP)
else if (!to || (keep !== null && !(Number.isInteger(keep) && keep > 0))) {
  process.stderr.write(HELP)
  process.exitCode = 1
} else
  await endWith(BackupError, async () => {
    const folder = folderOf({ ...config.backup, to })
    if (folder && (await isInData(folder, [config.dataDir, config.blobDir])))
      throw new BackupError(`${folder} is in the data folder ${config.dataDir}, and would be lost together with it`)
    return withPlace({ ...config.backup, to }, (place) => besideServer((storage) => run(storage, place), config))
  })

async function run({ address, blobs }: Storage, place: BackupPlace): Promise<void> {
  const own = present([
    { name: 'secret.key', path: join(config.dataDir, 'secret.key') },
    { name: 'dataspace.config.json', path: configFile(process.env) },
  ])
  const made = await makeBackup({
    address,
    blobs,
    place,
    own,
    product: PRODUCT,
    key: config.secretKey ? 'outside' : 'inside',
    now: () => new Date(),
    say,
  })
  if (keep !== null) {
    const { forgotten, contents } = await prune(place, keep, say)
    say(`${forgotten.length} older backups forgotten, ${contents} contents that no backup names removed`)
  }
  say(`backup ${made.id} is finished${made.isWhole ? '' : ', but the installation lacks contents: see above'}`)
  process.exitCode = made.isWhole ? 0 : 2
}
