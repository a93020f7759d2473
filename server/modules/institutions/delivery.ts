import type { TransferMethod } from '#contract/institutions.ts'
import type { DatasetMetadata } from '#contract/publications/metadata.ts'

/** The data of a submission for an institution, with its field names. */
export type Announced = {
  version: string
  organization: { id: string; name: string }
  publish: { name: string; email: string; org: string }
  resourceType: string
  /** The submission whose family this version joins; '' for a new dataset. */
  rootId: string
  templateName: string
  /** type 0: files, 1: tables, 2: both. fileList: names of tables, without their endings. */
  dataType: { type: '0' | '1' | '2'; fileList: string[] }
  callbackUrl: { onSuccess: string; onUpdate: string }
  metadata: Record<string, unknown>
}
/** An institution with its code, as submissions go to it. `account`: see `InstitutionDraft`. */
export type Target = { id: string; host: string; code: string; account: string; transfer: TransferMethod }
/** The data of a version for a repository. `day`: of its submission; `rootId`: the version before it there, or ''. */
export type Deposit = {
  metadata: DatasetMetadata
  number: number
  rootId: string
  publisher: string
  contact: { name: string; email: string }
  day: string
}
/** The target of the files and the account; '' if the code itself is sufficient. */
export type Accepted = { resourceId: string; url: string; username: string; password: string }
/** `isAgain`: the institution reported missing files, so complete ones are sent again, too. */
export type UploadTo = Accepted & { isOpen: boolean; isAgain: boolean }

/**
 * A multipart upload that an earlier attempt left: the repository's response, its names for the stored parts, and the
 * number of attempts without a further part since the last one.
 */
export type Begun = { to: unknown; tags: readonly string[]; breaks: number }
/**
 * A file to send, read from an offset on; `onBytes` is called for each piece, `onKept` with bytes that are already
 * there. For an upload in parts, `onBegun` stores the upload, `onPart` each received part, and `onForgotten` is called
 * if the upload has become invalid; `onWay` says whether an interrupted file is resumed or starts again.
 */
export type Outgoing = {
  path: string
  size: number
  sha256: string
  read: (from: number) => Promise<AsyncIterable<Buffer>>
  onBytes: (bytes: number) => void
  onKept: (bytes: number) => void
  begun: Begun | null
  onBegun: (to: unknown) => Promise<void>
  onPart: (tag: string) => Promise<void>
  onForgotten: () => Promise<void>
  onWay: (keepsParts: boolean) => Promise<void>
}
export type FileSender = { store: (file: Outgoing) => Promise<void>; close: () => void }

/** `published`: the repository publishes without review; null: its decision follows. */
export type Completion = { isWhole: boolean; published: { doi: string; detailsUrl: string } | null }

/** The way of submissions to institutions of one kind. Each may be asked again after an answer was lost. */
export type Delivery = {
  /** Lets the institution verify the code. */
  verify: (to: Target, signal?: AbortSignal) => Promise<void>
  announce: (to: Target, said: { announced: Announced; deposit: Deposit }, signal: AbortSignal) => Promise<Accepted>
  sender: (to: Target, upload: UploadTo, signal: AbortSignal) => Promise<FileSender>
  complete: (to: Target, resourceId: string, signal: AbortSignal) => Promise<Completion>
  /** Whether the institution gives a submission back. `begun`: what it said of an upload that is not finished. */
  cancel: (to: Target, resourceId: string, begun?: unknown) => Promise<boolean>
}
