import * as z from 'zod/mini'
import { Id } from '#contract/core/shapes.ts'
import { Card } from '#contract/reports/board.ts'
import { keepLocally, localValue } from '#providers/storage.ts'

const Copied = z.object({ spaceId: Id, card: Card })

/** Keeps a card to be put on any board of its space. */
export const copyCard = (spaceId: string, card: Card): void => keepLocally('card', JSON.stringify({ spaceId, card }))

/** The card that was copied last in this space; its sources are those of the space. */
export function copiedCard(spaceId: string): Card | null {
  try {
    const found = Copied.safeParse(JSON.parse(localValue('card') ?? 'null'))
    return found.success && found.data.spaceId === spaceId ? found.data.card : null
  } catch {
    return null
  }
}
