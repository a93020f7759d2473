import type { BackupPolicy } from '#contract/backups.ts'
import type { ErrorName } from '#contract/core/errors.ts'
import type { CallFailure } from '#providers/call.ts'

/** The location of the copies of a policy, in one line. */
export const placeOf = ({ kind, folder, server, bucket }: BackupPolicy): string =>
  kind === 'folder' ? folder : [server.replace(/\/+$/, ''), bucket, folder].filter(Boolean).join('/')

/** Refusals that are about the address of a server. */
const OF_SERVER: readonly string[] = [
  'outsideRefused',
  'outsideUnreachable',
  'backupPlaceMissing',
] satisfies ErrorName[]
/** The fields of the form that a refusal of a target concerns. */
export const fieldsOfTarget = ({ error, message, fields }: CallFailure) =>
  OF_SERVER.includes(error) ? [{ field: 'server', message }] : fields
