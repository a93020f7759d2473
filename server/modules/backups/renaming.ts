import { createHash } from 'node:crypto'

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g
const DASHES = /-/g
/** How the database writes a line of a copy: the table, the id of the row, and the row. */
const LINE = /^\{"table" : "(\w+)", "id" : (?:"([^"]*)"|null), "row" : (.*)\}$/s

export type CopiedRow = { table: string; id: string | null; row: string }
/** Parses a line of the rows of a copy; null if it is not one. */
export function copiedRow(line: string): CopiedRow | null {
  const [, table, id, row] = LINE.exec(line) ?? []
  return table && row ? { table, id: id ?? null, row } : null
}

/** The first 8 bytes of an id. */
export const keyOf = (id: string) => BigInt(`0x${id.replace(DASHES, '').slice(0, 16)}`)

/**
 * The ids of the rows of a copy, 8 bytes each: a space may have millions. Another id is taken for one of them with a
 * probability of 1 in 10^12.
 */
export function idSet(most: number) {
  const keys = new BigUint64Array(most)
  let count = 0
  let isSorted = false
  return {
    add(id: string): void {
      keys[count] = keyOf(id)
      count += 1
      isSorted = false
    },
    has(id: string): boolean {
      if (!isSorted) keys.subarray(0, count).sort()
      isSorted = true
      const wanted = keyOf(id)
      let [low, high] = [0, count]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((keys[middle] ?? 0n) < wanted) low = middle + 1
        else high = middle
      }
      return low < count && keys[low] === wanted
    },
  }
}

/**
 * New ids for the rows of a copy, wherever a row names one: the same each time for one restore, others for each. They are
 * UUIDs of version 8, of the MD5 of salt and id, which the database computes too. Ids of other things stay.
 */
export function renamer(salt: string, ids: { has(id: string): boolean }, fixed: ReadonlyMap<string, string>) {
  const idOf = (id: string) =>
    fixed.get(id) ??
    createHash('md5')
      .update(salt + id)
      .digest('hex')
      .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5')
  return {
    idOf,
    text: (text: string) => text.replace(UUID, (id) => (fixed.has(id) || ids.has(id) ? idOf(id) : id)),
  }
}
export type Renamer = ReturnType<typeof renamer>
