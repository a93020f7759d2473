import type { BackupPolicy } from '#contract/backups.ts'

/** Where the copies of a policy lie, in one line. */
export const placeOf = ({ kind, folder, server, bucket }: BackupPolicy): string =>
  kind === 'folder' ? folder : [server.replace(/\/+$/, ''), bucket, folder].filter(Boolean).join('/')
