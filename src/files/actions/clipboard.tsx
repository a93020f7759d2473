import { CopyOutlined, ScissorOutlined, SnippetsOutlined } from '@ant-design/icons'
import { type Action, command, hasSome, refusalFor, refusalToMake } from './action.ts'

const take =
  (kind: 'cut' | 'copy'): Action['run'] =>
  async (desk) => {
    desk.setClipboard({ kind, items: await desk.everyMarked(), spaceId: desk.space.id })
  }

export const cut: Action = {
  name: 'cut',
  icon: <ScissorOutlined />,
  shortcut: 'Ctrl+X',
  keys: command('x'),
  isVisible: hasSome,
  refusal: (desk) => refusalFor(desk, 'file.edit') ?? refusalToMake(desk),
  run: take('cut'),
}

export const copy: Action = {
  name: 'copy',
  icon: <CopyOutlined />,
  shortcut: 'Ctrl+C',
  keys: command('c'),
  isVisible: hasSome,
  refusal: (desk) => refusalFor(desk, 'file.download'),
  run: take('copy'),
}

export const paste: Action = {
  name: 'paste',
  icon: <SnippetsOutlined />,
  shortcut: 'Ctrl+V',
  keys: command('v'),
  bar: 'plain',
  isVisible: (desk) => desk.clipboard !== null && desk.clipboard.spaceId === desk.space.id,
  refusal: refusalToMake,
  run: async (desk) => {
    const { clipboard, folder } = desk
    if (!clipboard || !folder) return
    await desk.relocate(clipboard.kind === 'cut' ? 'move' : 'copy', clipboard.items, folder)
    if (clipboard.kind === 'cut') desk.setClipboard(null)
  },
}
