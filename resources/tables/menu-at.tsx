import { Dropdown, type MenuProps } from 'antd'
import type { Anchor } from '../../src/grid/props.ts'

type Props = { at: Anchor; items: MenuProps['items']; label: string; onClose: () => void }

/** Between a menu and the edge of the window; px. */
const EDGE_PX = 12

/**
 * A menu at a position of the window, such as a cell of a grid; it scrolls if it is higher than the available height, and
 * shows then where there is more.
 */
export function MenuAt({ at, items, label, onClose }: Props) {
  const { x: left, y: top } = at
  // An element without a size counts as hidden, and its menu would not be shown.
  const [width, height] = [Math.max(1, at.width), Math.max(1, at.height)]
  const roomPx = Math.max(top, innerHeight - top - height) - EDGE_PX
  return (
    <Dropdown
      open
      trigger={['click']}
      autoFocus
      classNames={{ root: 'menu-at' }}
      menu={{ items, onClick: onClose, 'aria-label': label, style: { maxHeight: roomPx, overflowY: 'auto' } }}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      destroyOnHidden
    >
      <span className="menu-anchor" style={{ left, top, width, height }} />
    </Dropdown>
  )
}
