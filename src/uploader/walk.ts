import { isFileName } from '#contract/files.ts'
import './file-system-access.ts'

/** A source of files: a handle survives a reload, an entry and a file do not. */
export type Root =
  | { kind: 'handle'; handle: FileSystemHandle }
  | { kind: 'entry'; entry: FileSystemEntry }
  | { kind: 'file'; file: File }

/** One result of the walk. `path` is the item's folder below the target, `''` for the target itself. */
export type Found =
  | {
      kind: 'file'
      path: string
      file: File
      handle: FileSystemFileHandle | null
    }
  | { kind: 'emptyFolder'; path: string }
  /** A name with a leading dot: skipped and counted. */
  | { kind: 'hidden' }
  | { kind: 'badName' | 'unreadable'; path: string; name: string }

export type Source = DataTransfer | FileList | readonly File[] | readonly FileSystemHandle[]

/** Number of files in a plain list that are processed before the walk yields to the event loop. */
const BREATH = 500

/**
 * Extracts the roots from a drop or selection. The data of a drop is cleared when its event ends, so all of it is read
 * before the first await.
 */
export async function rootsOf(source: Source): Promise<Root[]> {
  if (!('items' in source))
    return [...source].map((one) =>
      one instanceof File ? { kind: 'file', file: one } : { kind: 'handle', handle: one },
    )
  const asked = [...source.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({
      handle: item.getAsFileSystemHandle?.().catch(() => null),
      entry: item.webkitGetAsEntry?.() ?? null,
      file: item.getAsFile(),
    }))
  const roots = await Promise.all(asked.map(async ({ handle, entry, file }) => rootOf(await handle, entry, file)))
  return roots.filter((root) => root !== null)
}

function rootOf(
  handle: FileSystemHandle | null | undefined,
  entry: FileSystemEntry | null,
  file: File | null,
): Root | null {
  if (handle) return { kind: 'handle', handle }
  if (entry) return { kind: 'entry', entry }
  return file && { kind: 'file', file }
}

/** A common interface for files and folders of both APIs. */
type Node =
  | {
      name: string
      isFolder: false
      handle: FileSystemFileHandle | null
      read(): Promise<File>
    }
  | { name: string; isFolder: true; children(): AsyncIterable<Node> }

const ofHandle = (handle: FileSystemHandle): Node =>
  handle.kind === 'directory'
    ? {
        name: handle.name,
        isFolder: true,
        children: () => childrenOfHandle(handle as FileSystemDirectoryHandle),
      }
    : fileOfHandle(handle as FileSystemFileHandle)

const fileOfHandle = (handle: FileSystemFileHandle): Node => ({
  name: handle.name,
  isFolder: false,
  handle,
  read: () => handle.getFile(),
})

async function* childrenOfHandle(folder: FileSystemDirectoryHandle): AsyncGenerator<Node> {
  for await (const child of folder.values()) yield ofHandle(child)
}

const ofEntry = (entry: FileSystemEntry): Node =>
  entry.isDirectory
    ? {
        name: entry.name,
        isFolder: true,
        children: () => childrenOfEntry(entry as FileSystemDirectoryEntry),
      }
    : {
        name: entry.name,
        isFolder: false,
        handle: null,
        read: () => new Promise((done, fail) => (entry as FileSystemFileEntry).file(done, fail)),
      }

/** `readEntries` returns at most a hundred entries per call, and an empty batch at the end. */
async function* childrenOfEntry(folder: FileSystemDirectoryEntry): AsyncGenerator<Node> {
  const reader = folder.createReader()
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail))
    if (batch.length === 0) return
    for (const entry of batch) yield ofEntry(entry)
  }
}

/** Walks everything below the roots lazily; the files of a folder come before its subfolders. */
export async function* walk(roots: readonly Root[]): AsyncGenerator<Found> {
  const nodes: Node[] = []
  let seen = 0
  for (const root of roots) {
    if (root.kind !== 'file') {
      nodes.push(root.kind === 'handle' ? ofHandle(root.handle) : ofEntry(root.entry))
      continue
    }
    yield foundInList(root.file)
    seen += 1
    if (seen % BREATH === 0) await new Promise((resume) => setTimeout(resume))
  }
  const folders: Folder[] = []
  yield* walkNodes(nodes, '', folders)
  for (let folder = folders.pop(); folder; folder = folders.pop()) yield* walkFolder(folder, folders)
}

type Folder = {
  path: string
  name: string
  parent: string
  children(): AsyncIterable<Node>
}

async function* walkFolder({ path, name, parent, children }: Folder, folders: Folder[]): AsyncGenerator<Found> {
  const probe = { isEmpty: true }
  try {
    yield* walkNodes(children(), path, folders, probe)
  } catch {
    // The folder was moved or is not readable: reported with its name, and the walk continues.
    yield { kind: 'unreadable', path: parent, name }
    return
  }
  if (probe.isEmpty) yield { kind: 'emptyFolder', path }
}

async function* walkNodes(
  nodes: Iterable<Node> | AsyncIterable<Node>,
  path: string,
  folders: Folder[],
  probe = { isEmpty: true },
): AsyncGenerator<Found> {
  for await (const node of nodes) {
    const flaw = flawOf(path, node.name)
    if (flaw) {
      yield flaw
      continue
    }
    probe.isEmpty = false
    if (node.isFolder)
      folders.push({
        path: join(path, node.name),
        name: node.name,
        parent: path,
        children: node.children,
      })
    else yield await foundAt(path, node)
  }
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}/${name}`)

/** Why an item cannot be uploaded, judged by its name alone. Source: spec section 5. */
function flawOf(path: string, name: string): Found | null {
  if (name.startsWith('.')) return { kind: 'hidden' }
  return isFileName(name) ? null : { kind: 'badName', path, name }
}

async function foundAt(path: string, { name, read, handle }: Node & { isFolder: false }): Promise<Found> {
  try {
    return { kind: 'file', path, file: await read(), handle }
  } catch {
    // The file was removed or locked since the folder was read: reported with its name, and the walk continues.
    return { kind: 'unreadable', path, name }
  }
}

/** A file of a chosen folder; the browser provides a plain list of files with their relative paths. */
function foundInList(file: File): Found {
  const folders = file.webkitRelativePath.split('/').slice(0, -1)
  for (const [depth, name] of folders.entries()) {
    const flaw = flawOf(folders.slice(0, depth).join('/'), name)
    if (flaw) return flaw
  }
  const path = folders.join('/')
  return flawOf(path, file.name) ?? { kind: 'file', path, file, handle: null }
}

/**
 * Counts the files below the roots by their names, ahead of the walk; `onCount` receives the current number. An
 * unreadable folder counts as empty, because the walk reports it.
 */
export async function countFiles(roots: readonly Root[], onCount: (files: number) => void): Promise<void> {
  let files = roots.filter(({ kind }) => kind === 'file').length
  onCount(files)
  const nodes = roots.flatMap((root) =>
    root.kind === 'file' ? [] : [root.kind === 'handle' ? ofHandle(root.handle) : ofEntry(root.entry)],
  )
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if (flawOf('', node.name)) continue
    if (!node.isFolder) files += 1
    else files += await countChildren(node, nodes)
    onCount(files)
  }
  onCount(files)
}

async function countChildren(folder: Node & { isFolder: true }, folders: Node[]): Promise<number> {
  let files = 0
  try {
    for await (const child of folder.children()) {
      if (child.isFolder) folders.push(child)
      else if (!flawOf('', child.name)) files += 1
    }
  } catch {
    // The walk reports unreadable folders.
  }
  return files
}
