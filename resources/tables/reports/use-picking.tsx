import { App } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartQuery } from '#contract/charts/definition.ts'
import { BOARD_FILTERS_MAX } from '#contract/core/limits.ts'
import type { Board } from '#contract/reports/board.ts'
import { drilled } from '#contract/reports/drilling.ts'
import { narrowed } from '#contract/reports/filtering.ts'
import type { BoardAddress, Pin } from './address.ts'
import { type BoardContext, definitionOf, drilledBy } from './board-context.ts'
import { pickedAt } from './pick.ts'
import { RowsBehind } from './rows-behind.tsx'

export type Picking = {
  pick: NonNullable<BoardContext['onPick']>
  showRows: BoardContext['onRows']
  /** Shows the rows behind a mark. */
  showPin: (pin: Pin) => void
  /** Whether the mark is a bin that its card can split, and starts or ends that. */
  mayDrill: (pin: Pin) => boolean
  drill: (pin: Pin) => void
  layers: ReactNode
}
type Needs = { spaceId: string; board: Board | null; charts: BoardContext['charts']; address: BoardAddress }

const cardsOf = (board: Board | null) => board?.tabs.flatMap(({ cards }) => cards) ?? []
const asText = (pins: readonly Pin[]) => JSON.stringify(pins.map(({ columns, comparisons }) => [columns, comparisons]))

/** Handles a click on a mark: it filters the other cards until it is clicked again, or shows its rows. */
export function usePicking({ spaceId, board, charts, address }: Needs): Picking {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [rows, setRows] = useState<{ title: string; query: ChartQuery; pins?: Pin[] } | null>(null)
  const { pins, setPins } = address
  function narrow(found: Pin[]) {
    const card = found[0]?.card
    const isBefore = (pin: Pin) => pin.card === card && !pin.isDrilled
    const others = pins.filter((pin) => !isBefore(pin))
    const isAgain = asText(pins.filter(isBefore)) === asText(found)
    const next = isAgain ? others : [...others, ...found]
    if (next.length > BOARD_FILTERS_MAX) return void message.info(t('reports.filters.tooMany'))
    setPins(next)
  }
  function mayDrill(pin: Pin): boolean {
    const card = cardsOf(board).find(({ key }) => key === pin.card)
    const definition = card && definitionOf(card, charts)
    const place = pins.indexOf(pin)
    const before = pins
      .slice(0, place < 0 ? pins.length : place)
      .filter((one) => one.card === pin.card && one.isDrilled)
    return Boolean(definition && drilled(drilledBy(definition, before), pin))
  }
  /** Bins of a mark that its card can split. */
  const finer = pins.length < BOARD_FILTERS_MAX ? (rows?.pins ?? []).filter(mayDrill).slice(0, 1) : []
  function drillInto(bins: readonly Pin[]) {
    setRows(null)
    setPins([...pins, ...bins.map((pin) => ({ ...pin, isDrilled: true }))])
  }
  const isAlone =
    cardsOf(board).filter(({ content }) => content.kind === 'chart' || content.kind === 'saved').length < 2
  return {
    pick: (card, { definition, answer }, index) => {
      const found = pickedAt(definition, answer, { index, filters: board?.filters ?? [] })
      if (!found) return
      const own = found.pins.map((pin) => ({ ...pin, card: card.key }))
      if (isAlone || !own.length) setRows({ title: found.label, query: found.query, pins: own })
      else narrow(own)
    },
    showRows: ({ definition }, title) => setRows({ title, query: definition.query }),
    showPin: (pin) => {
      const card = cardsOf(board).find(({ key }) => key === pin.card)
      const definition = card && definitionOf(card, charts)
      if (definition) setRows({ title: pin.label, query: narrowed(definition.query, [pin]).query })
    },
    mayDrill,
    drill: (pin) => setPins(pins.map((one) => (one === pin ? { ...one, isDrilled: !one.isDrilled } : one))),
    layers: rows && (
      <RowsBehind
        spaceId={spaceId}
        title={rows.title}
        query={rows.query}
        onDrill={finer.length ? () => drillInto(finer) : undefined}
        onClose={() => setRows(null)}
      />
    ),
  }
}
