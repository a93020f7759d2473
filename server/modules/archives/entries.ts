import { entryName } from '#contract/archive-names.ts'
import type { ErrorName } from '#contract/core/errors.ts'
import { ARCHIVE_ENTRIES_MAX } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import { archiveTooLarge } from '#server/modules/files/index.ts'
import type { NewPart } from '#server/modules/tasks/index.ts'

/**
 * An archive that unpacks to more than `times` its size counts as a zip bomb, unless it stays below `bytes` (our
 * choice).
 */
const ARCHIVE_GROWTH = { times: 200, bytes: 10_485_760 } as const

/** An entry as the archive describes it; `source` locates its bytes. */
export type RawEntry = {
  name: Uint8Array
  isUtf8: boolean
  size: number
  kind: 'file' | 'folder' | 'link' | 'unreadable'
  source: Record<string, unknown>
}

/** Maximum bytes of all names of one archive; they are in memory while the extraction is planned. */
const NAMES_BYTES = 67_108_864
/** Characters shown of a name that is refused. */
const SHOWN = 500
/** Files that operating systems add to archives for themselves. */
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
/** Throws archiveUnsafe when the unpacked size is so large for the packed size that the archive is a zip bomb. */
export function demandGrowth(unpacked: number, packed: number): void {
  if (unpacked > ARCHIVE_GROWTH.bytes && unpacked > packed * ARCHIVE_GROWTH.times) throw new Failure('archiveUnsafe')
}

/** A refused name in a readable form, so that people recognise the entry. */
const shownName = (bytes: Uint8Array): string =>
  new TextDecoder()
    .decode(bytes.subarray(0, SHOWN * 4))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what can neither be kept nor shown
    .replace(/[\u0000-\u001f\u007f]/g, '\uFFFD')
    .slice(0, SHOWN)

/** Makes repeated names of an archive distinct: `a.csv`, `a (1).csv`, … */
function distinctNames(): (path: readonly string[]) => string {
  // For each taken path the next number to use.
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

/**
 * Counts the folders, including those that only occur in paths. Throws archiveTooLarge: a folder costs as much work as
 * an entry.
 */
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
 * Puts all parts below one folder, which becomes the first part: the archive's own single top folder, or a new one with
 * `name`. Refused parts are ignored for this decision.
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

/** The parts of the entries, in their order. */
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
