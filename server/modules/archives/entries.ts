import { entryName } from '#contract/archive-names.ts'
import type { ErrorName } from '#contract/errors.ts'
import { ARCHIVE_ENTRIES_MAX, ARCHIVE_GROWTH } from '#contract/limits.ts'
import { Failure } from '#server/failure.ts'
import type { NewPart } from '#server/modules/tasks/index.ts'

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

/** Gathers what an archive tells of itself. Throws archiveTooLarge. */
export async function gatherEntries(entries: AsyncIterable<RawEntry>): Promise<RawEntry[]> {
  const gathered: RawEntry[] = []
  let names = 0
  for await (const entry of entries) {
    names += entry.name.length
    gathered.push(entry)
    if (gathered.length > ARCHIVE_ENTRIES_MAX || names > NAMES_BYTES) throw tooLarge()
  }
  return gathered
}
export const tooLarge = () => new Failure('archiveTooLarge', { values: { max: ARCHIVE_ENTRIES_MAX } })

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

/** `a.csv`, `a (1).csv`, …: an archive may hold two files of one name. */
function distinct(path: readonly string[], taken: Set<string>): string[] {
  const name = path.at(-1) ?? ''
  const dot = name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length
  let free = [...path]
  for (let number = 1; taken.has(free.join('/')); number += 1)
    free = [...path.slice(0, -1), `${name.slice(0, dot)} (${number})${name.slice(dot)}`]
  taken.add(free.join('/'))
  return free
}

/** What can't be taken has failed with its cause, and fails with it as often as it is tried. */
const refused = (path: string, error: ErrorName): NewPart => ({ path, error, source: { refused: error } })

/** Parts of the entries of an archive, in their order. */
export function* partsOf(entries: readonly RawEntry[]): Generator<NewPart> {
  const taken = new Set<string>()
  for (const { name, isUtf8, size, kind, source } of entries) {
    const found = entryName(name, isUtf8)
    if ('refusal' in found) {
      const shown = shownName(name)
      if (!shown.split('/').some((one) => SYSTEM.test(one))) yield refused(shown, refusals[found.refusal])
      continue
    }
    const { path } = found
    if (!path.length || path.some((one) => SYSTEM.test(one))) continue
    if (kind === 'link' || kind === 'unreadable') yield refused(path.join('/'), kinds[kind])
    else if (kind === 'folder' || found.isFolder) yield { path: path.join('/'), isFolder: true }
    else yield { path: distinct(path, taken).join('/'), source, size }
  }
}
