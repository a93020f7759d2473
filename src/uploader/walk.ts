import { isFileName } from '#contract/files.ts'
import './file-system-access.ts'

/** Where files come from: a handle outlives a reload, an entry and a file don't. */
export type Root =
  | { kind: 'handle'; handle: FileSystemHandle }
  | { kind: 'entry'; entry: FileSystemEntry }
  | { kind: 'file'; file: File }

/** What the walk comes across. `path` is the folder below the target that it lies in, `''` for the target itself. */
export type Found =
  | {
      kind: 'file'
      path: string
      file: File
      handle: FileSystemFileHandle | null
    }
  | { kind: 'emptyFolder'; path: string }
  /** Name with a leading dot: left out and counted. */
  | { kind: 'hidden' }
  | { kind: 'badName' | 'unreadable'; path: string; name: string }

export type Source = DataTransfer | FileList | readonly File[] | readonly FileSystemHandle[]

/** Files of a plain list that are looked at before control goes back to the page. */
const BREATH = 500

/**
 * Takes the roots out of a drop or a choice. A drop is emptied when its event is over, so everything is asked for
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

/** A file or folder of either API, under one shape. */
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

/** The reader answers at most a hundred at a time, and an empty batch at the end. */
async function* childrenOfEntry(folder: FileSystemDirectoryEntry): AsyncGenerator<Node> {
  const reader = folder.createReader()
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail))
    if (batch.length === 0) return
    for (const entry of batch) yield ofEntry(entry)
  }
}

/** Everything below the roots, one by one and only as far as it is asked for; a folder's files come before its folders. */
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
    // The folder was moved or is not ours to read: said beside its name, the others go on.
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

/** Why something can't come along, seen from its name alone. Source: spec section 5. */
function flawOf(path: string, name: string): Found | null {
  if (name.startsWith('.')) return { kind: 'hidden' }
  return isFileName(name) ? null : { kind: 'badName', path, name }
}

async function foundAt(path: string, { name, read, handle }: Node & { isFolder: false }): Promise<Found> {
  try {
    return { kind: 'file', path, file: await read(), handle }
  } catch {
    // Gone or locked since the folder was read: said beside its name, the others go on.
    return { kind: 'unreadable', path, name }
  }
}

/** A chosen folder arrives as a plain list of files that carry their path. */
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
 * Counts the files below the roots by their names alone, far ahead of the walk: `onCount` hears the number so far.
 * A folder that can't be read counts as none; the walk will name it.
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
    // Said where it is read.
  }
  return files
}
