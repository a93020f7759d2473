import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { errors } from '#contract/core/errors.ts'
import type { Config } from '#server/config.ts'
import { Failure } from '#server/failure.ts'
import { textOf } from '#server/http/texts.ts'
import { isS3, s3PlaceOf } from '#server/storage/blobs/s3-place.ts'
import { cipherOf } from './cipher.ts'
import { PlaceAway } from './manifest.ts'
import { type BackupPlace, backupPlace, type PlaceTarget } from './place.ts'
import { folderTarget } from './targets/folder.ts'
import { withTarget } from './targets/open.ts'
import type { BackupTarget, TargetAddress } from './targets/target.ts'

/** The operator named the server: it may be any, also one of the own network. */
const ANY_SERVER = { isOn: true, allow: ['0.0.0.0/0', '::/0'] }
/** A key that no server has: the refusal then contains the actual one. */
const NO_KEY = '-'
const kinds: readonly [TargetAddress['kind'], RegExp][] = [
  ['s3', /^s3:/i],
  ['webdav', /^https?:/i],
  ['sftp', /^sftp:/i],
  ['ftp', /^ftps?:/i],
]

type Given = Config['backup']

const kindOf = (to: string) => kinds.find(([, scheme]) => scheme.test(to))?.[0]

/** The location of backups of the installation: the address of a server, else a folder. */
function addressOf({ to, account, secret, hostKey }: Given & { to: string }): TargetAddress | null {
  const kind = kindOf(to)
  if (!kind) return null
  const known = { kind, account, secret, hostKey: hostKey || (kind === 'sftp' ? NO_KEY : '') }
  if (!isS3(to)) return { ...known, server: to, folder: '', bucket: '', region: '' }
  const { bucket, prefix, endpoint, region } = s3PlaceOf(to)
  const server = endpoint ?? `https://s3.${region}.amazonaws.com`
  return { ...known, server, folder: prefix.replace(/\/$/, ''), bucket, region }
}

function away(where: string, error: unknown): unknown {
  if (!(error instanceof Failure)) return error
  const { refusal, cause } = error
  const detail = cause instanceof Error ? cause.message : String(cause ?? '')
  const why =
    refusal === 'backupHostKeyChanged'
      ? 'BACKUP_HOST_KEY is to be the key of this server:'
      : textOf('en', errors[refusal].text)
  return new PlaceAway([`${where}: ${why}`, detail].filter(Boolean).join(' '), { cause: error })
}

/** A target whose refusals are converted to sentences for the command line. */
function plain(target: BackupTarget, where: string): PlaceTarget {
  const told = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw away(where, error)
    })
  async function* each<T>(all: AsyncIterable<T>): AsyncGenerator<T> {
    try {
      yield* all
    } catch (error) {
      throw away(where, error)
    }
  }
  return {
    where,
    write: (path, source) => told(target.write(path, source)),
    async read(path) {
      const stored = await told(target.read(path))
      return stored && Readable.from(each(stored as AsyncIterable<Buffer>), { objectMode: false })
    },
    size: (path) => told(target.size(path)),
    list: (path) => each(target.list(path)),
    remove: (path) => told(target.remove(path)),
  }
}

const cipherFor = ({ key }: Pick<Given, 'key'>) => (key ? cipherOf(key) : null)

/** Backups in a folder of this machine. */
export function folderPlace(dir: string, key: string | null = null): BackupPlace {
  const where = resolve(dir)
  return backupPlace(plain(folderTarget(where), where), cipherFor({ key }))
}

/** The location that `to` names, as shown to users. */
export const placeNameOf = (to: string): string => (kindOf(to) ? to.replace(/\?.*$/, '') : resolve(to))

/**
 * Works with the place of backups that `to` names: a folder, or the address of a server, with what it takes to sign in
 * there. Throws PlaceAway.
 */
export async function withPlace<T>(
  given: Given & { to: string },
  work: (place: BackupPlace) => Promise<T>,
  signal: AbortSignal = new AbortController().signal,
): Promise<T> {
  const address = addressOf(given)
  if (!address) return work(folderPlace(given.to, given.key))
  const where = placeNameOf(given.to)
  const asking = { policy: ANY_SERVER, signal }
  const opened = withTarget(address, asking, (target) => work(backupPlace(plain(target, where), cipherFor(given))))
  return opened.catch((error: unknown) => {
    throw away(where, error)
  })
}
/** The folder that backups go to; null for a server. */
export const folderOf = (given: Given & { to: string }): string | null => (addressOf(given) ? null : resolve(given.to))
