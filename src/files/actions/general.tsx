import { ApiOutlined, CheckSquareOutlined, QuestionCircleOutlined } from '@ant-design/icons'
import { RedoIcon, UndoIcon } from '../../widgets/step-icons.tsx'
import { type Action, command } from './action.ts'

export const selectAll: Action = {
  name: 'selectAll',
  icon: <CheckSquareOutlined />,
  shortcut: 'Ctrl+A',
  keys: command('a'),
  hasKeysAlways: true,
  isVisible: (context) => context.selected.length === 0,
  refusal: () => null,
  run: (context) => context.selectAll(),
}

/** Always offered; users without permission read the reason in the drawer. */
export const connect: Action = {
  name: 'connect',
  icon: <ApiOutlined />,
  isVisible: (context) => context.actor !== null && context.selected.length === 0,
  refusal: () => null,
  run: (context) => context.ask('protocols'),
}

export const undo: Action = {
  name: 'undo',
  icon: <UndoIcon />,
  shortcut: 'Ctrl+Z',
  keys: command('z'),
  hasKeysAlways: true,
  isVisible: (context) => context.canUndo && context.selected.length === 0,
  refusal: () => null,
  run: (context) => context.undo(),
}

export const redo: Action = {
  name: 'redo',
  icon: <RedoIcon />,
  shortcut: 'Ctrl+Y',
  keys: (event) =>
    command('y')(event) ||
    (event.key.toLowerCase() === 'z' && event.shiftKey && (event.ctrlKey || event.metaKey) && !event.altKey),
  hasKeysAlways: true,
  isVisible: (context) => context.canRedo && context.selected.length === 0,
  refusal: () => null,
  run: (context) => context.redo(),
}

export const keys: Action = {
  name: 'keys',
  icon: <QuestionCircleOutlined />,
  shortcut: '?',
  keys: (event) => event.key === '?',
  hasKeysAlways: true,
  isVisible: (context) => context.selected.length === 0,
  refusal: () => null,
  run: (context) => context.ask('keys'),
}
