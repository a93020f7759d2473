import { VIEW_AGAIN_MS } from '#contract/core/limits.ts'
import { firstWithin } from '#server/concurrency/first-within.ts'
import type { SignedIn } from '#server/http/context.ts'
import { networkPrefixOf } from '#server/http/network-prefix.ts'
import type { Doer, Journal } from '#server/modules/journal/index.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import { entriesOf, itemsIn, type Place } from '../listing/entries.ts'
import type { NodeRow } from '../listing/records.ts'

/** Range requests of one file with no longer pause than this count as one download. */
const PIECES_MS = 600_000
/** A repeated request for the beginning within this time counts as a resumed download. */
const RESUMED_MS = 10_000
/** Maximum number of recent downloads that a process remembers. */
const KNOWN_MAX = 100_000

/** Anonymous callers use the channel `web` and have no name. */
const doerOf = (actor: SignedIn | null): Doer => actor ?? { id: null, name: '', channel: 'web' }

type Visit = { space: EnteredSpace; actor: SignedIn | null; address: string }
type Needs = { journal: Journal; countDownload: (spaceId: string) => void; now: () => Date }

/**
 * Counts downloads and records them in the journal, without delaying the response: each download of a member; downloads
 * of others once per visitor, file and hour. This keeps repeated requests from making a space hot or filling its
 * journal.
 */
export function downloadNotes({ journal, countDownload, now }: Needs) {
  const isFirst = firstWithin(VIEW_AGAIN_MS, KNOWN_MAX, now)
  const begun = new Map<string, { begunMs: number; lastMs: number }>()
  const keyOf = ({ actor, address }: Visit, { id, sha256 }: NodeRow) =>
    `${actor?.id ?? networkPrefixOf(address)} ${id} ${sha256}`

  /** Whether bytes from `start` on belong to a known download; with null (the whole content) this is a new one. */
  function isKnown(key: string, start: number | null): boolean {
    const atMs = now().getTime()
    const known = begun.get(key) ?? { begunMs: Number.NEGATIVE_INFINITY, lastMs: Number.NEGATIVE_INFINITY }
    const goesOn = start === 0 ? atMs - known.begunMs < RESUMED_MS : atMs - known.lastMs < PIECES_MS
    const isSame = start !== null && goesOn
    begun.delete(key)
    begun.set(key, { begunMs: isSame ? known.begunMs : atMs, lastMs: atMs })
    if (begun.size > KNOWN_MAX) begun.delete(begun.keys().next().value ?? '')
    return isSame
  }

  /** Records the downloaded items, grouped by folder. */
  function note(visit: Visit, nodes: readonly NodeRow[], placeOf: (node: NodeRow) => Place, isAgain = false): void {
    const fresh = nodes.filter((node) => isFirst(keyOf(visit, node)))
    if (fresh.length) countDownload(visit.space.id)
    const logged = !visit.space.policyContext.myRole ? fresh : isAgain ? [] : nodes
    const said = { spaceId: visit.space.id, action: 'downloaded' as const, doer: doerOf(visit.actor) }
    for (const entry of entriesOf(logged, placeOf, (place, together) => ({ ...said, ...itemsIn(place, together) })))
      journal.later(entry)
  }

  return {
    /** A selection that is downloaded as one archive. */
    several: (visit: Visit, nodes: readonly NodeRow[], placeOf: (node: NodeRow) => Place) =>
      note(visit, nodes, placeOf),
    /** A single file that is downloaded whole or in ranges. */
    one: (visit: Visit, node: NodeRow, path: string, start: number | null) =>
      note(visit, [node], () => ({ id: node.parent_id ?? '', path }), isKnown(keyOf(visit, node), start)),
  }
}
export type DownloadNotes = ReturnType<typeof downloadNotes>
