import { RollbackOutlined } from '@ant-design/icons'

/** An arrow back for undo; for redo the same one forth. The round arrows of the set look alike when they are small. */
export const UndoIcon = () => <RollbackOutlined />
export const RedoIcon = () => <RollbackOutlined style={{ transform: 'scaleX(-1)' }} />
