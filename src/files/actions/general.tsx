import { CheckSquareOutlined, QuestionCircleOutlined, UndoOutlined } from '@ant-design/icons'
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

export const undo: Action = {
  name: 'undo',
  icon: <UndoOutlined />,
  shortcut: 'Ctrl+Z',
  keys: command('z'),
  hasKeysAlways: true,
  isVisible: () => false,
  refusal: () => null,
  run: (desk) => desk.undo(),
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
