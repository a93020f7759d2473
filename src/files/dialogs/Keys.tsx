import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { shortcutHere } from '../../widgets/shortcut.ts'
import { actions } from '../actions/index.ts'
import type { DialogProps } from './dialog-props.ts'

/** The list of all keyboard shortcuts. */
export function Keys({ onClose }: DialogProps<'keys'>) {
  const { t } = useTranslation()
  return (
    <Modal open title={t('files.keys.title')} footer={null} onCancel={onClose}>
      <dl className="key-list">
        {[...Map.groupBy(actions, ({ shortcut }) => shortcut)].map(
          ([shortcut, those]) =>
            shortcut && (
              <div key={shortcut}>
                <dt>
                  <kbd>{shortcutHere(shortcut)}</kbd>
                </dt>
                <dd>{those.map(({ name }) => t(`files.actions.${name}`)).join(' / ')}</dd>
              </div>
            ),
        )}
        {(['arrows', 'shift', 'ctrl', 'drag', 'letters', 'search', 'everywhere', 'up', 'escape'] as const).map(
          (key) => (
            <div key={key}>
              <dt>
                <kbd>{shortcutHere(t(`files.keys.${key}.key`))}</kbd>
              </dt>
              <dd>{t(`files.keys.${key}.does`)}</dd>
            </div>
          ),
        )}
      </dl>
    </Modal>
  )
}
