import type { DraftPresence } from '#contract/core/events.ts'
import { publications } from '#contract/publications.ts'
import { call } from '#providers/call.ts'
import { type Present, usePresence } from '#providers/use-presence.ts'

/** Another page on which the draft is filled in. */
export type PresentInDraft = Present<DraftPresence>

/** Tells the others at which field of a draft this page is, and who else fills it in. */
export function useDraftPresence(id: string, place: string): readonly PresentInDraft[] {
  return usePresence<DraftPresence>({
    id,
    isShared: true,
    at: place,
    tell: (look) => call(publications.look, { id, ...look, place: look.isHere ? place : '' }, { quiet: true }),
    newsOf: (event) => (event.mark === 'draft' && event.draftId === id ? event.presence : null),
  })
}
