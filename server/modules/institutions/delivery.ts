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
/** Where files go, and by which account; '' where the code itself lets them in. */
export type Accepted = { resourceId: string; url: string; username: string; password: string }
/** `isAgain`: the institution missed something of what it had, so that what is there whole goes again. */
export type UploadTo = Accepted & { isOpen: boolean; isAgain: boolean }

/**
 * The upload in parts of a file, as an attempt before left it: what the repository said of it, what it calls the parts
 * that it has, and how many attempts since the last of them brought none.
 */
export type Begun = { to: unknown; tags: readonly string[]; breaks: number }
/**
 * A file to send, read from an offset on; `onBytes` hears of each piece, `onKept` of bytes that are there already. Where
 * it goes in parts, `onBegun` writes its upload down, `onPart` each part that arrived, and `onForgotten` that the upload
 * is none any more; `onWay` hears whether a file that breaks off goes on, or begins anew.
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

/** `published`: it reviews nothing, and has published; null: its decision follows. */
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
