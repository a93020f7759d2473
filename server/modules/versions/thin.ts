import type { RawBuilder } from 'kysely'
import { DAY_MS } from '#contract/core/time.ts'
import { dropVersions, entriesOf, itemsIn, nodesOf, placesOf } from '#server/modules/files/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { lockSpace } from '#server/storage/locks.ts'
import type { VersionNeeds } from './needs.ts'
import { wholeRule } from './rule-store.ts'
import {
  filesAfter,
  forgetGone,
  heldAmong,
  oldest,
  outdated,
  rulesOf,
  type Weighed,
  weighSpaces,
} from './thin-store.ts'

/** Days for which permanently deleted data is counted, for restores to before that (our choice). */
const GONE_KEEP_DAYS = 730

/** Files checked at once; those of one space are thinned together. */
const FILES_AT_ONCE = 500
const FIRST = '00000000-0000-0000-0000-000000000000'

/** Thins older versions out: by their age, and where they take too much of a space. */
export function thinning({ db, journal, now }: VersionNeeds) {
  async function note(tx: Tx, spaceId: string, ids: readonly string[]): Promise<void> {
    const nodes = await nodesOf(tx, spaceId, ids)
    const said = { spaceId, action: 'versionsThinned' as const, doer: null }
    const placeOf = await placesOf(tx, spaceId, nodes)
    await journal.record(
      tx,
      entriesOf(nodes, placeOf, (place, together) => ({ ...said, ...itemsIn(place, together) })),
    )
  }

  /** Deletes versions of one space; returns how many files and bytes. */
  async function drop(spaceId: string, which: RawBuilder<unknown>): Promise<{ files: number; bytes: number }> {
    return transact(db, async (tx) => {
      await lockSpace(tx, spaceId)
      const { bytes, nodeIds } = await dropVersions(tx, spaceId, which)
      await note(tx, spaceId, nodeIds)
      fault('thin-batch')
      return { files: nodeIds.length, bytes }
    })
  }

  async function thinOld(): Promise<number> {
    let thinned = 0
    for (let after = FIRST; ; ) {
      const files = await filesAfter(db, after, FILES_AT_ONCE)
      const bySpace = Map.groupBy(files, ({ space_id }) => space_id)
      const rules = files.length ? await rulesOf(db, [...bySpace.keys()]) : new Map()
      const held = await heldAmong(db, [...bySpace.keys()])
      for (const [spaceId, together] of bySpace) {
        const rule = wholeRule(rules.get(spaceId))
        const ids = together.map(({ id }) => id)
        if (rule.isOn && !held.has(spaceId)) thinned += (await drop(spaceId, outdated(ids, rule, now()))).files
      }
      if (files.length < FILES_AT_ONCE) return thinned
      after = files.at(-1)?.id ?? after
    }
  }

  async function lighten({ id, rule: said, bytes, capacity }: Weighed): Promise<number> {
    const rule = wholeRule(said)
    let excess = bytes - Math.floor((capacity * rule.sharePercent) / 100)
    let thinned = 0
    while (rule.isOn && excess > 0) {
      const dropped = await drop(id, oldest(id, excess, rule, now()))
      if (!dropped.files) break
      thinned += dropped.files
      excess -= dropped.bytes
    }
    return thinned
  }

  async function lightenAll(only: 'all' | 'nearlyFull'): Promise<number> {
    let thinned = 0
    for (const space of await weighSpaces(db, only)) thinned += await lighten(space)
    return thinned
  }

  return {
    /** Thins everything that is due; run by schedule. Returns how many files lost versions. */
    async thin(): Promise<number> {
      await forgetGone(db, new Date(now().getTime() - GONE_KEEP_DAYS * DAY_MS))
      return (await thinOld()) + (await lightenAll('all'))
    },
    /** Thins only spaces that are nearly full. */
    lightenFull: (): Promise<number> => lightenAll('nearlyFull'),
  }
}
