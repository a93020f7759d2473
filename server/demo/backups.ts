import { mkdir } from 'node:fs/promises'
import type { Services } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { byToken } from '#server/http/context.ts'
import type { Db } from '#server/storage/database.ts'
import { demoBackups } from './backups-folder.ts'

/** The smaller spaces: their first copy is made while the first visitor looks around. */
const SAVED = ['thesis', 'diatoms']
const HOUR = 2
const ZONE = 'Asia/Shanghai'

type Needs = {
  db: Db
  config: Pick<Config, 'backupFolders' | 'dataDir'>
  backups: Pick<Services['backups'], 'create' | 'run'>
}

/**
 * A backup policy in the folder of the demo, and its first run; nothing where other folders are configured, or where that
 * folder can't be made, as in a container that may write into its data alone.
 */
export async function backupsOfSite({ db, config, backups }: Needs): Promise<void> {
  const folder = demoBackups(config)
  const admins = db.selectFrom('person').select(['id', 'role', 'email', 'name', 'avatar'])
  const admin = await admins.where('role', '=', 'role_admin').orderBy('id').executeTakeFirst()
  const spaces = await db.selectFrom('space').select('id').where('identifier', 'in', SAVED).execute()
  if (!config.backupFolders.includes(folder) || !admin) return
  const isMade = await mkdir(folder, { recursive: true, mode: 0o700 }).then(
    () => true,
    () => false,
  )
  if (!isMade) return
  const actor = byToken({ ...admin, scope: null })
  const by = { actor, caller: { address: '127.0.0.1', agent: '', channel: 'web' }, language: 'zh' } as const
  const { id } = await backups.create(
    {
      name: '每晚备份 · Nightly',
      scope: 'some',
      spaceIds: spaces.map((space) => space.id),
      ownerId: null,
      tag: '',
      type: null,
      retention: 'three',
      cycle: 'daily',
      weekday: 1,
      monthDay: 'first',
      hour: HOUR,
      zone: ZONE,
      isCompressed: true,
      drill: 'monthly',
      kind: 'folder',
      folder,
      server: '',
      account: '',
      secret: '',
      bucket: '',
      region: '',
      passphrase: '',
    },
    by,
  )
  await backups.run({ id, kind: 'backup' }, by)
}
