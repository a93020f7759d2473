import { entryName } from '#contract/archive-names.ts'
import type { ErrorName } from '#contract/core/errors.ts'
import { ARCHIVE_ENTRIES_MAX } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import { archiveTooLarge } from '#server/modules/files/index.ts'
import type { NewPart } from '#server/modules/tasks/index.ts'

/** An archive that becomes more than so many times its size is a bomb, unless it stays below so many bytes (our choice). */
const ARCHIVE_GROWTH = { times: 200, bytes: 10_485_760 } as const

/** An entry as its archive tells it; `source` says where its bytes are. */
export type RawEntry = {
  name: Uint8Array
  isUtf8: boolean
  size: number
  kind: 'file' | 'folder' | 'link' | 'unreadable'
  source: Record<string, unknown>
}

/** Bytes of the names of one archive; they are all in memory while it is planned. */
const NAMES_BYTES = 67_108_864
/** Characters of a name that is shown although it can't be taken. */
const SHOWN = 500
/** What systems leave in archives for themselves. */
const SYSTEM = /^(__MACOSX|\.DS_Store|Thumbs\.db|desktop\.ini)$/

const refusals = {
  encoding: 'entryUnreadable',
  absolute: 'entryOutside',
  climbing: 'entryOutside',
  name: 'fileNameInvalid',
  tooLong: 'fileNameInvalid',
  tooDeep: 'folderTooDeep',
} as const satisfies Record<string, ErrorName>
const kinds = { link: 'entryLink', unreadable: 'entryUnreadable' } as const

/** Collects the entries of an archive. Throws archiveTooLarge. */
export async function collectEntries(entries: AsyncIterable<RawEntry>): Promise<RawEntry[]> {
  const collected: RawEntry[] = []
  let names = 0
  for await (const entry of entries) {
    names += entry.name.length
    collected.push(entry)
    if (collected.length > ARCHIVE_ENTRIES_MAX || names > NAMES_BYTES) throw archiveTooLarge()
  }
  return collected
}
/** Throws archiveUnsafe when so much would come out of so little that it is a bomb. */
export function demandGrowth(unpacked: number, packed: number): void {
  if (unpacked > ARCHIVE_GROWTH.bytes && unpacked > packed * ARCHIVE_GROWTH.times) throw new Failure('archiveUnsafe')
}

/** A name that can't be taken, so that people see which it is. */
const shownName = (bytes: Uint8Array): string =>
  new TextDecoder()
    .decode(bytes.subarray(0, SHOWN * 4))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what can neither be kept nor shown
    .replace(/[\u0000-\u001f\u007f]/g, '\uFFFD')
    .slice(0, SHOWN)

/** Tells names apart that an archive has more than once: `a.csv`, `a (1).csv`, … */
function distinctNames(): (path: readonly string[]) => string {
  // Of each place that is taken, the number that comes next.
  const taken = new Map<string, number>()
  return (path) => {
    const whole = path.join('/')
    const name = path.at(-1) ?? ''
    const dot = name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length
    const above = whole.slice(0, whole.length - name.length)
    let [free, number] = [whole, taken.get(whole) ?? 1]
    for (; taken.has(free); number += 1) free = `${above}${name.slice(0, dot)} (${number})${name.slice(dot)}`
    taken.set(whole, number)
    if (free !== whole) taken.set(free, 1)
    return free
  }
}

/** Counts the folders that are named, also by what is in them. Throws archiveTooLarge: each is work as an entry is. */
function folderCount(): (path: readonly string[]) => void {
  const known = new Map<string, number>()
  return (path) => {
    let above = 0
    for (const name of path) {
      const key = `${above}/${name}`
      const id = known.get(key) ?? known.size + 1
      if (id > ARCHIVE_ENTRIES_MAX) throw archiveTooLarge()
      known.set(key, id)
      above = id
    }
  }
}

/**
 * Parts below one folder, which is the first of them: the one that the archive itself has at its top, or `name` around
 * anything else. What is refused has no say in it.
 */
export function belowOneFolder(parts: readonly NewPart[], name: string): NewPart[] {
  const taken = parts.filter(({ refused }) => !refused)
  const top = taken[0]?.path.split('/')[0] ?? ''
  const isTop = ({ path, isFolder }: NewPart) => path === top && isFolder === true
  const isBelow = ({ path }: NewPart) => path.startsWith(`${top}/`)
  if (!taken.length || !taken.every((part) => isTop(part) || isBelow(part)))
    return [{ path: name, isFolder: true }, ...parts]
  const inside = parts.filter((part) => !isTop(part))
  return [
    { path: top, isFolder: true },
    ...inside.map((part) => (isBelow(part) ? { ...part, path: part.path.slice(top.length + 1) } : part)),
  ]
}

/** Parts of the entries of an archive, in their order. */
export function* partsOf(entries: readonly RawEntry[]): Generator<NewPart> {
  const distinct = distinctNames()
  const count = folderCount()
  for (const { name, isUtf8, size, kind, source } of entries) {
    const found = entryName(name, isUtf8)
    if ('refusal' in found) {
      const shown = shownName(name)
      if (!shown.split('/').some((one) => SYSTEM.test(one))) yield { path: shown, refused: refusals[found.refusal] }
      continue
    }
    const { path } = found
    if (!path.length || path.some((one) => SYSTEM.test(one))) continue
    if (kind === 'link' || kind === 'unreadable') yield { path: path.join('/'), refused: kinds[kind] }
    else if (kind === 'folder' || found.isFolder) {
      count(path)
      yield { path: path.join('/'), isFolder: true }
    } else {
      count(path.slice(0, -1))
      yield { path: distinct(path), source, size }
    }
  }
}
