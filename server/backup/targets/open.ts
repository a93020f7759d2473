import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Failure } from '#server/failure.ts'
import type { OutsidePolicy } from '#server/http/outside-address.ts'
import { demandFolder, folderTarget } from './folder.ts'
import { ftpTarget } from './ftp.ts'
import { sftpTarget } from './sftp.ts'
import type { BackupTarget, TargetAddress } from './target.ts'
import { webdavTarget } from './webdav.ts'

const PROBE_BYTES = 4096

/** How the addresses of servers begin. */
const schemes = { s3: /^https?:/i, webdav: /^https?:/i, sftp: /^sftp:/i, ftp: /^ftps?:/i } as const

type Asking = { policy: OutsidePolicy; signal: AbortSignal }

/** Works with a target, which is closed afterwards. */
export async function withTarget<T>(
  address: TargetAddress,
  asking: Asking,
  work: (target: BackupTarget) => Promise<T>,
): Promise<T> {
  const target = await openTarget(address, asking)
  return work(target).finally(target.close)
}
async function openTarget(address: TargetAddress, { policy, signal }: Asking): Promise<BackupTarget> {
  if (address.kind === 'folder') return folderTarget(address.folder)
  if (address.kind === 'sftp') return sftpTarget(address, { policy, signal })
  if (address.kind === 'ftp') return ftpTarget(address, { policy, signal })
  if (address.kind === 'webdav') return webdavTarget(address, { policy, signal })
  // Loaded only when used: its library takes memory that other targets do not need.
  const { s3Target } = await import('./s3.ts')
  return s3Target(address, policy)
}

/** Folders that copies may be written to, and those of the installation's own data, which they may not be in. */
type Places = { roots: readonly string[]; data: readonly string[] }

/**
 * The address that a policy is made with, its folder in the form that is kept. Throws backupFolderForbidden,
 * backupFolderInData, backupServerMissing, backupServerWrong, backupBucketMissing.
 */
export async function demandAddress(address: TargetAddress, { roots, data }: Places): Promise<TargetAddress> {
  if (address.kind === 'folder') {
    const folder = await demandFolder(address.folder, roots, data)
    return { ...address, folder, server: '', account: '', secret: '', bucket: '', region: '' }
  }
  const names = address.folder.split('/').filter(Boolean)
  if (names.some((name) => /^\.+$/.test(name))) throw new Failure('backupFolderForbidden')
  if (!address.server) throw new Failure('backupServerMissing')
  if (!schemes[address.kind].test(address.server)) throw new Failure('backupServerWrong')
  if (address.kind === 's3' && !address.bucket) throw new Failure('backupBucketMissing')
  const bucket = address.kind === 's3' ? { bucket: address.bucket, region: address.region } : { bucket: '', region: '' }
  return { ...address, ...bucket, folder: names.join('/') }
}

/** Writes a file, reads it back and removes it. Throws what the target throws, backupCopyDamaged for other bytes. */
export async function tryTarget(target: BackupTarget, name: string): Promise<void> {
  const bytes = randomBytes(PROBE_BYTES)
  await target.write(name, Readable.from([bytes]))
  const found = await target.read(name)
  const isSame = found !== null && (await buffer(found)).equals(bytes)
  await target.remove(name)
  if (!isSame) throw new Failure('backupCopyDamaged')
}
