import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { asStoreError } from './object-errors.ts'
import type { S3Place } from './s3-place.ts'

export type Keys = { accessKeyId: string; secretAccessKey: string }
export type Range = { start: number; end: number }
/** An unfinished multipart upload. */
export type Multipart = { key: string; multipartId: string }

const CONNECT_MS = 3000
/** A connection without any data for this long is closed; the rest of a slow reader's object is requested again. */
const SILENCE_MS = 15_000
/** From the request, with its body, to the first byte of the answer. */
const ANSWER_MS = 60_000
/** Copies and joins inside the store, which may send nothing meanwhile. */
const WITHIN_MS = 600_000
/** Tries with growing pauses. */
const TRIES = 3
/** Connections of readers, who may be slow and many; writers have their own. */
const READERS_MAX = 1000
const WRITERS_MAX = 100

/** Errors are thrown, and logged once by the catcher. */
const silent = { debug() {}, info() {}, warn() {}, error() {} }

type Bounds = { maxSockets: number; silenceMs?: number; answerMs?: number; lookup: LookupFunction | undefined }

function clientOf(
  place: S3Place,
  keys: Keys | null,
  { maxSockets, silenceMs = SILENCE_MS, answerMs = ANSWER_MS, lookup }: Bounds,
): S3Client {
  const agent = { keepAlive: true, maxSockets, ...(lookup && { lookup }) }
  return new S3Client({
    region: place.region,
    ...(place.endpoint && { endpoint: place.endpoint }),
    forcePathStyle: place.isPathStyle,
    ...(keys && { credentials: keys }),
    maxAttempts: TRIES,
    logger: silent,
    // `Expect: 100-continue` would need a new connection for every part.
    expectContinueHeader: false,
    // Stores other than Amazon's lack the newer checksums; contents are verified by their own hash.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: silenceMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
}

const msOf = (date: Date | undefined) => date?.getTime() ?? 0

/**
 * The objects of one bucket below its prefix. With `lookup` the host leads nowhere else. Errors are those of
 * `object-errors.ts`.
 */
export function openObjects(place: S3Place, keys: Keys | null, lookup?: LookupFunction) {
  const long = { silenceMs: WITHIN_MS, answerMs: WITHIN_MS }
  const reader = clientOf(place, keys, { maxSockets: READERS_MAX, lookup })
  const writer = clientOf(place, keys, { maxSockets: WRITERS_MAX, lookup })
  const longRunning = clientOf(place, keys, { maxSockets: WRITERS_MAX, lookup, ...long })
  const at = (key: string) => ({ Bucket: place.bucket, Key: place.prefix + key })
  const part = ({ key, multipartId }: Multipart) => ({ ...at(key), UploadId: multipartId })
  const sourceOf = (key: string) => encodeURI(`${place.bucket}/${place.prefix}${key}`)
  const relative = (key = '') => key.slice(place.prefix.length)
  const withStoreError = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      throw asStoreError(error)
    })

  return {
    /** Stores an object; returns its ETag. */
    put: async (key: string, bytes: Uint8Array): Promise<string> =>
      (await withStoreError(writer.send(new PutObjectCommand({ ...at(key), Body: bytes })))).ETag ?? '',

    /** The bytes of an object as a stream. Fails with ENOENT. */
    async get(key: string, range?: Range): Promise<Readable> {
      const bounds = range && { Range: `bytes=${range.start}-${range.end}` }
      const { Body } = await withStoreError(reader.send(new GetObjectCommand({ ...at(key), ...bounds })))
      return Body as Readable
    },

    /** Size of an object in bytes; null when there is none. */
    sizeOf: async (key: string): Promise<number | null> =>
      withStoreError(writer.send(new HeadObjectCommand(at(key)))).then(
        ({ ContentLength }) => ContentLength ?? 0,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return null
          throw error
        },
      ),

    /** Removes an object; a missing one is no error. */
    remove: async (key: string): Promise<void> => {
      await withStoreError(writer.send(new DeleteObjectCommand(at(key)))).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
    },

    async copy(from: string, to: string): Promise<void> {
      await withStoreError(longRunning.send(new CopyObjectCommand({ ...at(to), CopySource: sourceOf(from) })))
    },

    async *list(prefix: string): AsyncGenerator<{ key: string; size: number; modifiedMs: number }> {
      for (let more: string | undefined, isFirst = true; isFirst || more; isFirst = false) {
        const page: ListObjectsV2CommandOutput = await withStoreError(
          writer.send(
            new ListObjectsV2Command({
              Bucket: place.bucket,
              Prefix: place.prefix + prefix,
              ...(more && { ContinuationToken: more }),
            }),
          ),
        )
        for (const { Key, Size, LastModified } of page.Contents ?? [])
          yield { key: relative(Key), size: Size ?? 0, modifiedMs: msOf(LastModified) }
        more = page.NextContinuationToken
      }
    },

    /** Names below a prefix that ends with `/`, down to the next `/`: of objects and of what is like folders. */
    async *names(prefix: string): AsyncGenerator<string> {
      for (let more: string | undefined, isFirst = true; isFirst || more; isFirst = false) {
        const page: ListObjectsV2CommandOutput = await withStoreError(
          writer.send(
            new ListObjectsV2Command({
              Bucket: place.bucket,
              Prefix: place.prefix + prefix,
              Delimiter: '/',
              ...(more && { ContinuationToken: more }),
            }),
          ),
        )
        const keys = [
          ...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix),
          ...(page.Contents ?? []).map(({ Key }) => Key),
        ]
        for (const key of keys) yield relative(key).slice(prefix.length).replace(/\/$/, '')
        more = page.NextContinuationToken
      }
    },

    async begin(key: string): Promise<Multipart> {
      const { UploadId } = await withStoreError(writer.send(new CreateMultipartUploadCommand(at(key))))
      return { key, multipartId: UploadId ?? '' }
    },

    async putPart(whole: Multipart, number: number, body: Uint8Array | Readable, length: number): Promise<string> {
      const input = { ...part(whole), PartNumber: number, Body: body, ContentLength: length }
      return (await withStoreError(writer.send(new UploadPartCommand(input)))).ETag ?? ''
    },

    async copyPart(whole: Multipart, number: number, from: string, { start, end }: Range): Promise<string> {
      const input = { ...part(whole), PartNumber: number, CopySource: sourceOf(from) }
      const command = new UploadPartCopyCommand({ ...input, CopySourceRange: `bytes=${start}-${end}` })
      return (await withStoreError(longRunning.send(command))).CopyPartResult?.ETag ?? ''
    },

    /**
     * Completes a multipart upload from its parts, given their ETags in order. Fails with ENOENT for an unknown upload.
     */
    async join(whole: Multipart, etags: readonly string[]): Promise<void> {
      const Parts = etags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }))
      const command = new CompleteMultipartUploadCommand({ ...part(whole), MultipartUpload: { Parts } })
      await withStoreError(longRunning.send(command))
    },

    /** Aborts a multipart upload; an unknown one is no error. */
    async abort(whole: Multipart): Promise<void> {
      await withStoreError(writer.send(new AbortMultipartUploadCommand(part(whole)))).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error
        },
      )
    },

    /** Unfinished multipart uploads, with the time when they were begun. */
    async *begun(prefix: string): AsyncGenerator<Multipart & { begunMs: number }> {
      for (let more: object | undefined, isFirst = true; isFirst || more; isFirst = false) {
        const page: ListMultipartUploadsCommandOutput = await withStoreError(
          writer.send(
            new ListMultipartUploadsCommand({ Bucket: place.bucket, Prefix: place.prefix + prefix, ...more }),
          ),
        )
        for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
          yield { key: relative(Key), multipartId: UploadId ?? '', begunMs: msOf(Initiated) }
        more = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined
      }
    },

    close(): void {
      reader.destroy()
      writer.destroy()
      longRunning.destroy()
    },
  }
}
export type Objects = ReturnType<typeof openObjects>
