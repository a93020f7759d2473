import type { FastifyRequest } from 'fastify'
import type { SignedIn } from '#server/http/context.ts'
import type { Doer, Journal } from '#server/modules/journal/index.ts'
import { itemsIn } from './entries.ts'
import type { NodeRow } from './records.ts'

/** A file that is fetched in pieces, each no later than this after the last, was downloaded once. */
const PIECES_MS = 600_000
/** Downloads in pieces that a process keeps in mind. */
const KNOWN_MAX = 10_000

/** Strangers come by the web, without a name. */
const doerOf = (actor: SignedIn | null): Doer => actor ?? { id: null, name: '', door: 'web' }

type Place = { id: string; path: string }

/** Writes downloads down, one entry each, without making anybody wait. */
export function downloadNotes(journal: Journal, now: () => Date) {
  const pieces = new Map<string, number>()

  /** Whether a piece belongs to a download that is known; whoever leaves out the first byte is noted all the same. */
  function isKnown(key: string): boolean {
    const atMs = now().getTime()
    const isPiece = atMs - (pieces.get(key) ?? 0) < PIECES_MS
    pieces.delete(key)
    pieces.set(key, atMs)
    if (pieces.size > KNOWN_MAX) pieces.delete(pieces.keys().next().value ?? '')
    return isPiece
  }

  const note = (spaceId: string, actor: SignedIn | null, place: Place, nodes: readonly NodeRow[]) =>
    journal.later({ spaceId, action: 'downloaded', doer: doerOf(actor), ...itemsIn(place, nodes) })

  return {
    several: note,
    /** A file whose bytes are answered: whole, or piece by piece. */
    one(
      { request, actor, isPiece }: { request: FastifyRequest; actor: SignedIn | null; isPiece: boolean },
      node: NodeRow,
      path: string,
    ): void {
      if (isPiece && isKnown(`${actor?.id ?? request.ip} ${node.id}`)) return
      note(node.space_id, actor, { id: node.parent_id ?? '', path }, [node])
    },
  }
}
