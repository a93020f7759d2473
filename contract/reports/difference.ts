import type { ReportContent } from '../reports.ts'
import type { Board, Card } from './board.ts'

/** The changed parts of a card: its title, its content, its position, its size. */
export type CardPart = 'title' | 'content' | 'place' | 'page'
export type Difference =
  | { what: 'card'; how: 'added' | 'removed'; name: string; page: string }
  | { what: 'card'; how: 'changed'; name: string; page: string; parts: CardPart[] }
  | { what: 'page' | 'filter'; how: 'added' | 'removed' | 'changed'; name: string }
  | { what: 'settings'; how: 'changed' }
  | { what: 'chart'; how: 'changed' }

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
type Placed = { card: Card; page: string; tab: string }
const cardsOf = ({ tabs }: Board): Map<string, Placed> =>
  new Map(tabs.flatMap((tab) => tab.cards.map((card) => [card.key, { card, page: tab.name, tab: tab.key }])))

function partsOf(one: Placed, other: Placed): CardPart[] {
  const place = ({ card: { x, y, w, h } }: Placed) => [x, y, w, h]
  const changed: [CardPart, boolean][] = [
    ['title', one.card.title !== other.card.title],
    ['content', !isSame(one.card.content, other.card.content)],
    ['page', one.tab !== other.tab],
    ['place', !isSame(place(one), place(other))],
  ]
  return changed.flatMap(([part, is]) => (is ? [part] : []))
}

/** The names of cards without a title. */
type Naming = (card: Card) => string

function cardDifferences(before: Board, after: Board, nameOf: Naming): Difference[] {
  const [old, now] = [cardsOf(before), cardsOf(after)]
  const about = ({ card, page }: Placed) => ({ what: 'card' as const, name: nameOf(card), page })
  const removed = [...old].filter(([key]) => !now.has(key))
  const rest = [...now].flatMap(([key, next]): Difference[] => {
    const known = old.get(key)
    if (!known) return [{ ...about(next), how: 'added' }]
    const parts = partsOf(known, next)
    return parts.length ? [{ ...about(next), how: 'changed', parts }] : []
  })
  return [...removed.map(([, one]): Difference => ({ ...about(one), how: 'removed' })), ...rest]
}

/** Pages or filters that were added, removed or changed, by their keys. */
function namedDifferences<T extends { key: string; name: string }>(
  what: 'page' | 'filter',
  [before, after]: [readonly T[], readonly T[]],
  isChanged: (one: T, other: T) => boolean,
): Difference[] {
  const gone = before.filter(({ key }) => !after.some((one) => one.key === key))
  const rest = after.flatMap((one): Difference[] => {
    const known = before.find(({ key }) => key === one.key)
    if (!known) return [{ what, how: 'added', name: one.name }]
    return isChanged(known, one) ? [{ what, how: 'changed', name: one.name }] : []
  })
  return [...gone.map(({ name }): Difference => ({ what, how: 'removed', name })), ...rest]
}

/** The differences between two versions of a report. */
export function differencesOf(before: ReportContent, after: ReportContent, nameOf: Naming): Difference[] {
  if (before.kind === 'chart' || after.kind === 'chart')
    return isSame(before, after) ? [] : [{ what: 'chart', how: 'changed' }]
  const [old, now] = [before.board, after.board]
  const settings = ({ refreshSeconds, pageSeconds }: Board) => [refreshSeconds, pageSeconds]
  return [
    ...namedDifferences('page', [old.tabs, now.tabs], (one, other) => one.name !== other.name),
    ...cardDifferences(old, now, nameOf),
    ...namedDifferences('filter', [old.filters, now.filters], (one, other) => !isSame(one, other)),
    ...(isSame(settings(old), settings(now)) ? [] : [{ what: 'settings' as const, how: 'changed' as const }]),
  ]
}
