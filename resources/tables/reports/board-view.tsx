import type { BoardTab } from '#contract/reports/board.ts'
import type { BoardContext } from './board-context.ts'
import { Card } from './card.tsx'

type Props = { tab: BoardTab; context: BoardContext }

/** The order in which cards are read, and in which they stand on a narrow screen. */
export const inOrder = ({ cards }: Pick<BoardTab, 'cards'>) =>
  [...cards].sort((one, other) => one.y - other.y || one.x - other.x)

/** The cards of a tab where they stand on the grid. */
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
