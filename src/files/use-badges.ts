import { useCallback, useEffect, useRef, useState } from 'react'
import { BADGES_MAX } from '#contract/core/limits.ts'
import { favourites, type ItemBadges } from '#contract/favourites.ts'
import type { FileRecord } from '#contract/files.ts'
import { call } from '#providers/call.ts'

/** Number of rows whose badges are requested together. */
const BLOCK = BADGES_MAX

export type BadgesOf = (hash: string) => ItemBadges | undefined

/**
 * Badges of the visible rows, requested in blocks, and again when the rows are reloaded. `reach` reports the visible
 * rows. Badges are optional, so a failed call is ignored.
 */
export function useBadges(spaceId: string, rows: readonly FileRecord[]) {
  const [known, setKnown] = useState<ReadonlyMap<string, ItemBadges>>(new Map())
  const [blocks, setBlocks] = useState({ first: 0, last: 0 })
  /** Number of rows requested per block, and the first record of the list; a reloaded list has other record objects. */
  const asked = useRef<{ first: FileRecord | undefined; counts: Map<number, number> }>({
    first: undefined,
    counts: new Map(),
  })

  useEffect(() => {
    if (asked.current.first !== rows[0]) asked.current = { first: rows[0], counts: new Map() }
    const { counts } = asked.current
    for (let block = blocks.first; block <= blocks.last; block += 1) {
      const hashes = rows.slice(block * BLOCK, (block + 1) * BLOCK).map(({ hash }) => hash)
      if (!hashes.length || counts.get(block) === hashes.length) continue
      counts.set(block, hashes.length)
      call(favourites.of, { spaceId, hashes }, { quiet: true, aside: true }).then(
        (list) => setKnown((before) => merged(before, hashes, list)),
        () => counts.delete(block),
      )
    }
  }, [spaceId, rows, blocks])

  const reachBadges = useCallback((from: number, to: number) => {
    const [first, last] = [Math.max(0, Math.floor(from / BLOCK)), Math.max(0, Math.floor(to / BLOCK))]
    setBlocks((before) => (before.first === first && before.last === last ? before : { first, last }))
  }, [])
  const badgesOf: BadgesOf = useCallback((hash) => known.get(hash), [known])
  return { badgesOf, reachBadges }
}

function merged(before: ReadonlyMap<string, ItemBadges>, hashes: readonly string[], list: readonly ItemBadges[]) {
  const next = new Map(before)
  for (const hash of hashes) next.delete(hash)
  for (const badges of list) next.set(badges.hash, badges)
  return next
}
