import { GridLayout, useContainerWidth } from 'react-grid-layout'
import 'react-grid-layout/css/styles.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { BOARD_CARD_ROWS_MAX, BOARD_COLUMNS } from '#contract/core/limits.ts'
import type { BoardTab, Card as CardShape } from '#contract/reports/board.ts'
import type { BoardContext } from '../board-context.ts'
import { inOrder } from '../board-view.tsx'
import { Card } from '../card.tsx'
import { isMoved, LEAST, layoutOf, placedBy } from './arrange.ts'
import { CardTools, type Tools } from './card-tools.tsx'

/** The measures of the grid in pixels; reports.css has the same for readers. */
const ROW_PX = 28
const GAP_PX = 12
/** Below this width the grid scrolls sideways, since cards side by side would be too small. */
const WIDTH_MIN_PX = 880

type Props = { tab: BoardTab; context: BoardContext; tools: Tools; onArrange: (cards: CardShape[]) => void }

/** The cards of a tab, moved and resized by the mouse; by the keyboard with their handles. */
export function EditGrid({ tab, context, tools, onArrange }: Props) {
  const { t } = useTranslation()
  const { width, containerRef, mounted } = useContainerWidth()
  const cards = inOrder(tab)
  const layout = useMemo(
    () => layoutOf(tab.cards).map((place) => ({ ...place, minW: LEAST.w, minH: LEAST.h, maxH: BOARD_CARD_ROWS_MAX })),
    [tab.cards],
  )
  const arrange = (next: Parameters<typeof placedBy>[1]) => {
    const placed = placedBy(tab.cards, next)
    if (isMoved(tab.cards, placed)) onArrange(placed)
  }
  return (
    <div ref={containerRef} className="board-edit">
      {mounted && (
        <GridLayout
          width={Math.max(width, WIDTH_MIN_PX)}
          layout={layout}
          gridConfig={{ cols: BOARD_COLUMNS, rowHeight: ROW_PX, margin: [GAP_PX, GAP_PX], containerPadding: [0, 0] }}
          dragConfig={{ handle: '.card-handle', threshold: 3 }}
          resizeConfig={{ handles: ['se'] }}
          onDragStop={arrange}
          onResizeStop={arrange}
        >
          {cards.map((card) => (
            <div key={card.key}>
              <Card card={card} context={context} tools={<CardTools card={card} context={context} tools={tools} />} />
            </div>
          ))}
        </GridLayout>
      )}
      <p className="sr-only" id="card-keys">
        {t('reports.editing.keys')}
      </p>
    </div>
  )
}
