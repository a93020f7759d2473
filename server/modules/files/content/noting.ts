import { VIEW_AGAIN_MS } from '#contract/core/limits.ts'
import { firstWithin } from '#server/concurrency/first-within.ts'
import type { SignedIn } from '#server/http/context.ts'
import { networkPrefixOf } from '#server/http/network-prefix.ts'
import type { Doer, Journal } from '#server/modules/journal/index.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import { entriesOf, itemsIn, type Place } from '../listing/entries.ts'
import type { NodeRow } from '../listing/records.ts'

/** A file that is fetched in pieces, each no later than this after the last, was downloaded once. */
const PIECES_MS = 600_000
/** A program that asks for the beginning again so soon resumes what it began. */
const RESUMED_MS = 10_000
/** Downloads that a process keeps in mind. */
const KNOWN_MAX = 100_000

/** Strangers come by the web, without a name. */
const doerOf = (actor: SignedIn | null): Doer => actor ?? { id: null, name: '', channel: 'web' }

type Visit = { space: EnteredSpace; actor: SignedIn | null; address: string }
type Needs = { journal: Journal; countDownload: (spaceId: string) => void; now: () => Date }

/**
 * Counts downloads and writes them down, without making anybody wait: members' each, those of all others once a
 * visitor, file and hour, as they count. So nobody makes a space hot, or fills its journal, by asking again and again.
 */
export function downloadNotes({ journal, countDownload, now }: Needs) {
  const isFirst = firstWithin(VIEW_AGAIN_MS, KNOWN_MAX, now)
  const begun = new Map<string, { begunMs: number; lastMs: number }>()
  const keyOf = ({ actor, address }: Visit, { id, sha256 }: NodeRow) =>
    `${actor?.id ?? networkPrefixOf(address)} ${id} ${sha256}`

  /** Whether bytes from `start` on belong to a download that is known; null: the whole was asked for, which is none. */
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

  /** Items of a visit that are reported, by the folders that they are in. */
  function note(visit: Visit, nodes: readonly NodeRow[], placeOf: (node: NodeRow) => Place, isAgain = false): void {
    const fresh = nodes.filter((node) => isFirst(keyOf(visit, node)))
    if (fresh.length) countDownload(visit.space.id)
    const logged = !visit.space.policyContext.myRole ? fresh : isAgain ? [] : nodes
    const said = { spaceId: visit.space.id, action: 'downloaded' as const, doer: doerOf(visit.actor) }
    for (const entry of entriesOf(logged, placeOf, (place, together) => ({ ...said, ...itemsIn(place, together) })))
      journal.later(entry)
  }

  return {
    /** A selection that is sent as one. */
    several: (visit: Visit, nodes: readonly NodeRow[], placeOf: (node: NodeRow) => Place) =>
      note(visit, nodes, placeOf),
    /** A file whose bytes are answered: whole, or piece by piece. */
    one: (visit: Visit, node: NodeRow, path: string, start: number | null) =>
      note(visit, [node], () => ({ id: node.parent_id ?? '', path }), isKnown(keyOf(visit, node), start)),
  }
}
export type DownloadNotes = ReturnType<typeof downloadNotes>
