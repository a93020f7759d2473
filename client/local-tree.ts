import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { isFileName } from '#contract/core/file-names.ts'
import type { TextKey } from './texts.ts'

/** A local file. `at` is its path below the target: names in NFC, joined by `/`. */
export type LocalFile = { path: string; at: string; name: string; size: number; mtimeMs: number }
export type LocalFolder = { at: string; name: string; files: LocalFile[]; folders: LocalFolder[] }
/** A file that can't be uploaded, and why. */
export type Left = { at: string; text: TextKey; why?: string }

const joined = (folder: string, name: string) => (folder ? `${folder}/${name}` : name)

/** The tree of the given paths, as it will be in the target; no file is opened. */
export async function walkLocal(paths: readonly string[]): Promise<{ top: LocalFolder; left: Left[] }> {
  const left: Left[] = []
  const top: LocalFolder = { at: '', name: '', files: [], folders: [] }
  const named = paths.map((path) => ({ path, name: basename(resolve(path)) }))
  await fill(top, named, left)
  return { top, left }
}

async function fill(
  folder: LocalFolder,
  entries: readonly { path: string; name: string }[],
  left: Left[],
): Promise<void> {
  const taken = new Set<string>()
  for (const { path, name: own } of entries) {
    const name = own.normalize('NFC')
    const at = joined(folder.at, name)
    if (!isFileName(own)) left.push({ at, text: 'nameInvalid' })
    else if (taken.has(name)) left.push({ at, text: 'nameTwice' })
    else await add(folder, { path, name, at }, left)
    taken.add(name)
  }
}

async function add(folder: LocalFolder, { path, name, at }: { path: string; name: string; at: string }, left: Left[]) {
  try {
    const stats = await stat(path)
    if (stats.isDirectory()) folder.folders.push(await folderOf(path, { at, name, files: [], folders: [] }, left))
    else if (stats.isFile()) folder.files.push({ path, at, name, size: stats.size, mtimeMs: stats.mtimeMs })
    else left.push({ at, text: 'notAFile' })
  } catch (error) {
    left.push({ at, text: 'unreadable', why: (error as Error).message })
  }
}

/** Symbolic links inside folders are skipped: they could be circular or lead outside. Named paths are followed. */
async function folderOf(path: string, folder: LocalFolder, left: Left[]): Promise<LocalFolder> {
  const entries = await readdir(path, { withFileTypes: true })
  const kept = entries.filter((entry) => entry.isDirectory() || entry.isFile())
  for (const entry of entries)
    if (!kept.includes(entry)) left.push({ at: joined(folder.at, entry.name), text: 'notAFile' })
  const sorted = kept.map(({ name }) => name).sort()
  await fill(
    folder,
    sorted.map((name) => ({ path: join(path, name), name })),
    left,
  )
  return folder
}

/** The contents of one folder, without its own name. */
export async function walkFolder(path: string): Promise<{ top: LocalFolder; left: Left[] }> {
  const left: Left[] = []
  return { top: await folderOf(path, { at: '', name: '', files: [], folders: [] }, left), left }
}

/** Files of a tree, outermost first. */
export function* filesIn(folder: LocalFolder): Generator<LocalFile> {
  yield* folder.files
  for (const inner of folder.folders) yield* filesIn(inner)
}
