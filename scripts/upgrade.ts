/** `npm run upgrade [-- --check] [--to DIR]`: what an upgrade changes; then a backup, and the migrations. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { BackupError } from '../server/backup/manifest.ts'
import { folderOf, withPlace } from '../server/backup/open-place.ts'
import type { BackupPlace } from '../server/backup/place.ts'
import { type Config, configKeys } from '../server/config.ts'
import { MigrationError } from '../server/storage/migrate.ts'
import { findEmbedded } from '../server/storage/postgres/supervisor.ts'
import { type UpgradeState, upgradeState } from '../server/upgrade/check.ts'
import { endWith, PRODUCT, say } from './command.ts'
import { besideServer, configuration, withStorage } from './storage.ts'

const HELP = `npm run upgrade -- --check [--to PLACE]
npm run upgrade [-- --to PLACE]

With --check: says what the program in this folder would change in the installation, and what prevents an upgrade.
It changes nothing; the server may be running. Ends with 0 if there is nothing to do, 2 if the upgrade is ready, 1 if
something prevents it.

Without --check: the same check, a backup of the whole installation, then the migrations. Ends with 0 if everything is
done, 1 if nothing was changed. The embedded database must not be in use.

  --to PLACE  the target of the backup (or BACKUP_TO)

See docs/operations.md, "Upgrade and rollback".
`
const SIGNS = { ok: '   ok', warning: ' note', stop: ' STOP' } as const

const { values } = parseArgs({
  options: {
    to: { type: 'string' },
    check: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) say(HELP)
else await endWith(BackupError, run)

function report({ findings }: UpgradeState): boolean {
  for (const { level, text } of findings) say(`${SIGNS[level]}  ${text}`)
  return findings.every(({ level }) => level !== 'stop')
}

async function run(): Promise<void> {
  const config = configuration()
  const to = values.to ?? config.backup.to
  if (!to) return upgrade(config, null, null)
  const given = { ...config.backup, to }
  await withPlace(given, (place) => upgrade(config, { place, to }, folderOf(given)))
}

type Found = { place: BackupPlace; to: string }
async function upgrade(config: Config, found: Found | null, folder: string | null): Promise<void> {
  const asked = { place: found?.place ?? null, folder, product: PRODUCT, environment: process.env, known: configKeys }
  let state: UpgradeState = { findings: [], pending: [], isEmpty: true }
  await besideServer(async ({ db }) => {
    state = await upgradeState({ db, ...asked })
  }, config)
  const isReady = report(state)
  const isNeeded = state.pending.length > 0 && !state.isEmpty
  if (values.check || !isReady || !isNeeded || !found) {
    process.exitCode = !isReady ? 1 : values.check && isNeeded ? 2 : 0
    return
  }
  if (!config.databaseUrl && (await findEmbedded(config.dataDir)))
    throw new BackupError('the server runs on the embedded database: stop it first. Nothing was changed.')
  await apply(found)
}

/** The backup, and only if it is whole the migrations. */
async function apply({ place, to }: Found): Promise<void> {
  const command = fileURLToPath(new URL('backup.ts', import.meta.url))
  const { status } = spawnSync(process.execPath, [command, '--to', to], { stdio: 'inherit' })
  if (status !== 0) throw new BackupError('there is no whole backup: nothing was changed. See docs/backup.md.')
  const made = (await place.entries()).findLast(({ isFinished }) => isFinished)
  await withStorage(async ({ migrated }) => say(`applied ${migrated.join(', ')}`)).catch((error: unknown) => {
    if (!(error instanceof MigrationError)) throw error
    throw new BackupError(error.message)
  })
  say('The way back: check out the version before, empty DATA_DIR or name an empty database, then')
  say(`  npm run restore -- --from ${to} --at ${made?.id ?? ''}`)
}
