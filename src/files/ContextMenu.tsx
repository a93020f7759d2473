import { Dropdown } from 'antd'
import type { ActionContext } from './action-context.ts'
import { useMenuItems } from './menu-items.tsx'

export type MenuPlace = { x: number; y: number }

/** Near the lower edge the menu is shifted up; flipped, it would start above the window. */
const FIT = { offset: [0, -8], overflow: { adjustX: true, adjustY: false, shiftY: true } }

/** One context menu at the pointer, shared by all rows; the Menu key opens it too. */
export function ContextMenu({
  context,
  place,
  onClose,
}: {
  context: ActionContext
  place: MenuPlace
  onClose: () => void
}) {
  const items = useMenuItems(context)
  return (
    <Dropdown
      open
      menu={{ items, onClick: onClose, autoFocus: true }}
      trigger={['contextMenu']}
      align={FIT}
      classNames={{ root: 'context-menu' }}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <span style={{ position: 'fixed', left: place.x, top: place.y, width: 1, height: 1 }} />
    </Dropdown>
  )
}
