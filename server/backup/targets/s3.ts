import { Readable } from 'node:stream'
import { Failure } from '#server/failure.ts'
import { pinnedTo } from '#server/http/outside.ts'
import { admittedAddress, type OutsidePolicy } from '#server/http/outside-address.ts'
import { inParts } from '#server/storage/blobs/object-put.ts'
import { readObject } from '#server/storage/blobs/object-read.ts'
import { type Objects, openObjects } from '#server/storage/blobs/objects.ts'
import type { BackupTarget, TargetAddress } from './target.ts'

const REGION = 'us-east-1'
const NO_BUCKET = ['NoSuchBucket', 'InvalidBucketName']
const NOT_KNOWN = [401, 403]

type SdkError = { name?: string; $metadata?: { httpStatusCode?: number } }
type StoreError = Error & { code: string; cause?: SdkError }

/** The refusal that an error of the store means. */
function refused(error: unknown): never {
  const { code, cause } = error as StoreError
  if (code === 'ENOSPC') throw new Failure('backupTargetFull', { cause: error })
  if (NO_BUCKET.includes(cause?.name ?? '')) throw new Failure('backupPlaceMissing', { cause: error })
  if (NOT_KNOWN.includes(cause?.$metadata?.httpStatusCode ?? 0)) throw new Failure('outsideSignIn', { cause: error })
  throw new Failure('outsideUnreachable', { cause: error })
}

/** Uploads a file of any length, with at most two parts of it in memory. A failed upload is aborted. */
async function send(objects: Objects, key: string, source: Readable): Promise<void> {
  const parts = inParts(source, () => undefined)
  const first = await parts.next()
  const second = await parts.next()
  if (second.done) return void (await objects.put(key, first.value ?? Buffer.alloc(0)).catch(refused))
  const whole = await objects.begin(key).catch(refused)
  const etags: string[] = []
  const add = async (part: Buffer) =>
    etags.push(await objects.putPart(whole, etags.length + 1, part, part.length).catch(refused))
  try {
    await add(first.value ?? Buffer.alloc(0))
    await add(second.value)
    for await (const part of parts) await add(part)
    await objects.join(whole, etags).catch(refused)
  } catch (error) {
    await objects.abort(whole).catch(() => {
      // The store is unavailable; the first error reports it.
    })
    throw error
  }
}

async function* judged<T>(work: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* work
  } catch (error) {
    refused(error)
  }
}

/** A bucket of an object store with the S3 API. Throws outsideRefused. */
export async function s3Target(
  { server, account, secret, bucket, region, folder }: TargetAddress,
  policy: OutsidePolicy,
): Promise<BackupTarget> {
  const endpoint = new URL(server)
  const known = /\bs3[.-]([a-z]{2}-[a-z]+-\d)\b/.exec(endpoint.hostname)?.[1]
  const place = {
    bucket,
    prefix: folder && `${folder}/`,
    endpoint: endpoint.href,
    region: region || known || REGION,
    isPathStyle: true,
  }
  const admitted = await admittedAddress(endpoint, policy)
  const objects = openObjects(place, { accessKeyId: account, secretAccessKey: secret }, pinnedTo(admitted))

  return {
    write: (path, source) => send(objects, path, source),
    async read(path) {
      const stored = await readObject(objects, path).catch((error: unknown) =>
        (error as StoreError).code === 'ENOENT' ? null : refused(error),
      )
      return stored && Readable.from(judged(stored), { objectMode: false })
    },
    size: (path) => objects.sizeOf(path).catch(refused),
    list: (path) => judged(objects.names(`${path}/`)),
    async remove(path) {
      await objects.remove(path).catch(refused)
      for await (const { key } of judged(objects.list(`${path}/`))) await objects.remove(key).catch(refused)
    },
    close: objects.close,
  }
}
