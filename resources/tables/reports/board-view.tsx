import type { BoardTab } from '#contract/reports/board.ts'
import type { BoardContext } from './board-context.ts'
import { Card } from './card.tsx'

type Props = { tab: BoardTab; context: BoardContext }

/** The reading order of cards, also used on narrow screens. */
export const inOrder = ({ cards }: Pick<BoardTab, 'cards'>) =>
  [...cards].sort((one, other) => one.y - other.y || one.x - other.x)

/** The cards of a tab at their positions on the grid. */
export function BoardView({ tab, context }: Props) {
  return (
    <div className="board-grid">
      {inOrder(tab).map((card) => (
        <div
          key={card.key}
          className="board-place"
          style={{ gridColumn: `${card.x + 1} / span ${card.w}`, gridRow: `${card.y + 1} / span ${card.h}` }}
        >
          <Card card={card} context={context} />
        </div>
      ))}
    </div>
  )
}
