import { CopyOutlined, ScissorOutlined, SnippetsOutlined } from '@ant-design/icons'
import { setClipboard } from '../clipboard.ts'
import { type Action, command, hasSome, refusalFor, refusalTo } from './action.ts'

const take =
  (kind: 'cut' | 'copy'): Action['run'] =>
  async (context) => {
    if (!context.actor) return
    const items = await context.allSelected()
    const { id: spaceId, type: spaceType } = context.space
    setClipboard({ kind, items, spaceId, spaceType, personId: context.actor.id })
    // Replaces the system clipboard's content, so that a later paste finds this as the latest copy; a refusal by the
    // browser is harmless.
    navigator.clipboard?.writeText(items.map(({ name }) => name).join('\n')).catch(() => {})
    context.say(kind === 'cut' ? 'files.said.cut' : 'files.said.taken')
  }

export const cut: Action = {
  name: 'cut',
  icon: <ScissorOutlined />,
  shortcut: 'Ctrl+X',
  keys: command('x'),
  isVisible: (context) => hasSome(context) && context.actor !== null,
  refusal: (context) => refusalFor(context, 'file.edit'),
  run: take('cut'),
}

export const copy: Action = {
  name: 'copy',
  icon: <CopyOutlined />,
  shortcut: 'Ctrl+C',
  keys: command('c'),
  isVisible: (context) => hasSome(context) && context.actor !== null,
  refusal: (context) => refusalFor(context, 'file.download'),
  run: take('copy'),
}

export const paste: Action = {
  name: 'paste',
  icon: <SnippetsOutlined />,
  // The paste event handler runs the action, because only the event shows what was copied last.
  shortcut: 'Ctrl+V',
  bar: 'plain',
  isVisible: (context) => context.clipboard !== null,
  refusal: refusalTo('file.make'),
  run: async (context) => {
    const { clipboard, folder, space } = context
    if (!clipboard || !folder) return
    const { kind, items, spaceId, spaceType } = clipboard
    const does = kind === 'cut' ? 'move' : 'copy'
    if (!(await context.confirmExposure({ kind: does, from: spaceType, to: space }))) return
    // Cleared first, so that pressing the key twice moves only once; items that were not moved can be pasted again.
    if (kind === 'cut') setClipboard(null)
    const target = { spaceId: space.id, hash: folder.hash, name: folder.name }
    const left = await context.relocate({ kind: does, items, target, spaceId })
    if (kind === 'cut' && left.length) setClipboard({ ...clipboard, items: left })
  },
}
