import type { Readable } from 'node:stream'
import type { BackupTargetKind } from '#contract/backups.ts'

/**
 * Storage for copies: files by path, with `/` between names. A file gets its name once it is complete and survives a
 * power loss; writing it again replaces it. Throws errors that name the cause: backupTargetFull if there is no space,
 * backupTargetAway for a folder that can't be reached, and for a server outsideRefused, outsideUnreachable,
 * outsideSignIn or backupPlaceMissing.
 */
export type BackupTarget = {
  /** SHA-256 of the key by which an SFTP server is known. */
  hostKey?: string
  write(path: string, source: Readable): Promise<void>
  /** The bytes of a file; null when there is none. */
  read(path: string): Promise<Readable | null>
  /** Size of a file in bytes; null when there is none. */
  size(path: string): Promise<number | null>
  /** Names in a folder, in any order, including interrupted files; empty if there is no such folder. */
  list(folder: string): AsyncIterable<string>
  /** Removes a file, or a folder with everything in it; a missing one is no error. */
  remove(path: string): Promise<void>
  close(): void
}

/** A target with what it takes to sign in there. */
export type TargetAddress = {
  kind: BackupTargetKind
  /** Of the server itself, or below its address. */
  folder: string
  server: string
  account: string
  secret: string
  bucket: string
  region: string
  /** The key that an SFTP server must have; '' for any. */
  hostKey: string
}
