import { getFirstCollision, moveElement, verticalCompactor } from 'react-grid-layout/core'
import { BOARD_CARD_ROWS_MAX, BOARD_COLUMNS } from '#contract/core/limits.ts'
import type { Board, BoardTab, Card } from '#contract/reports/board.ts'

type Place = Pick<Card, 'x' | 'y' | 'w' | 'h'>
export type Step = { x?: number; y?: number; w?: number; h?: number }
/** Least size of a card, in columns and rows of the grid (our choice). */
export const LEAST = { w: 2, h: 2 }

export const layoutOf = (cards: readonly Card[]) => cards.map(({ key, x, y, w, h }) => ({ i: key, x, y, w, h }))

/** Cards at the places of a layout; the same cards when nothing has moved. */
export function placedBy(cards: readonly Card[], layout: readonly (Place & { i: string })[]): Card[] {
  const places = new Map(layout.map(({ i, x, y, w, h }) => [i, { x, y, w, h }]))
  return cards.map((card) => ({ ...card, ...places.get(card.key) }))
}
export const isMoved = (cards: readonly Card[], next: readonly Card[]): boolean =>
  cards.some((card, at) => (['x', 'y', 'w', 'h'] as const).some((side) => card[side] !== next[at]?.[side]))

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** Moves or resizes a card by grid steps, for keys; other cards make room. */
export function nudged(cards: readonly Card[], key: string, step: Step): Card[] {
  const layout = layoutOf(cards)
  const item = layout.find(({ i }) => i === key)
  if (!item) return [...cards]
  const w = within(item.w + (step.w ?? 0), LEAST.w, BOARD_COLUMNS - item.x)
  const h = within(item.h + (step.h ?? 0), LEAST.h, BOARD_CARD_ROWS_MAX)
  const x = within(item.x + (step.x ?? 0), 0, BOARD_COLUMNS - w)
  const below = step.y ? jump(layout, { ...item, x }, step.y) : item.y
  const sized = layout.map((one) => (one.i === key ? { ...one, w, h } : one))
  const moving = sized.find(({ i }) => i === key)
  if (!moving) return [...cards]
  const moved = moveElement(sized, moving, x, below, true, false, 'vertical', BOARD_COLUMNS)
  return placedBy(cards, verticalCompactor.compact(moved, BOARD_COLUMNS))
}

/** The position of a card that moves past the next one above or below. */
function jump(layout: ReturnType<typeof layoutOf>, item: Place & { i: string }, direction: number): number {
  const others = layout.filter(({ i }) => i !== item.i)
  const met = getFirstCollision(others, { ...item, y: Math.max(0, item.y + (direction > 0 ? item.h : -1)), h: 1 })
  if (!met) return Math.max(0, item.y + direction)
  return direction > 0 ? met.y + met.h : met.y
}

/** Below all cards. */
export const bottomOf = (cards: readonly Card[]): number => Math.max(0, ...cards.map(({ y, h }) => y + h))

/** A key that nothing of the board has. */
export function newKey({ tabs, filters }: Pick<Board, 'tabs' | 'filters'>, letter: string): string {
  const taken = new Set([...tabs, ...tabs.flatMap(({ cards }) => cards), ...filters].map(({ key }) => key))
  let number = 1
  while (taken.has(`${letter}${number}`)) number += 1
  return `${letter}${number}`
}

/** Cards with one that is changed, or new. */
export const withCard = (cards: readonly Card[], card: Card): Card[] =>
  cards.some(({ key }) => key === card.key) ? cards.map((one) => (one.key === card.key ? card : one)) : [...cards, card]

/** A board with other cards on one of its tabs. */
export const withCards = (board: Board, tabKey: string, cards: (tab: BoardTab) => Card[]): Board => ({
  ...board,
  tabs: board.tabs.map((tab) => (tab.key === tabKey ? { ...tab, cards: cards(tab) } : tab)),
})
