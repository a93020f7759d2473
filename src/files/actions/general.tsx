import { ApiOutlined, CheckSquareOutlined, QuestionCircleOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons'
import { type Action, command } from './action.ts'

export const markAll: Action = {
  name: 'markAll',
  icon: <CheckSquareOutlined />,
  shortcut: 'Ctrl+A',
  keys: command('a'),
  hasKeysAlways: true,
  isVisible: (desk) => desk.marked.length === 0,
  refusal: () => null,
  run: (desk) => desk.markAll(),
}

/** Whoever may not hears why in there. */
export const connect: Action = {
  name: 'connect',
  icon: <ApiOutlined />,
  isVisible: (desk) => desk.actor !== null && desk.marked.length === 0,
  refusal: () => null,
  run: (desk) => desk.ask('doors'),
}

export const undo: Action = {
  name: 'undo',
  icon: <UndoOutlined />,
  shortcut: 'Ctrl+Z',
  keys: command('z'),
  hasKeysAlways: true,
  isVisible: (desk) => desk.canUndo && desk.marked.length === 0,
  refusal: () => null,
  run: (desk) => desk.undo(),
}

export const redo: Action = {
  name: 'redo',
  icon: <RedoOutlined />,
  shortcut: 'Ctrl+Y',
  keys: (event) =>
    command('y')(event) ||
    (event.key.toLowerCase() === 'z' && event.shiftKey && (event.ctrlKey || event.metaKey) && !event.altKey),
  hasKeysAlways: true,
  isVisible: (desk) => desk.canRedo && desk.marked.length === 0,
  refusal: () => null,
  run: (desk) => desk.redo(),
}

export const keys: Action = {
  name: 'keys',
  icon: <QuestionCircleOutlined />,
  shortcut: '?',
  keys: (event) => event.key === '?',
  hasKeysAlways: true,
  isVisible: (desk) => desk.marked.length === 0,
  refusal: () => null,
  run: (desk) => desk.ask('keys'),
}
