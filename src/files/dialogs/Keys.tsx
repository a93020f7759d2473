import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { shortcutHere } from '../../widgets/shortcut.ts'
import { actions } from '../actions/index.ts'
import type { DialogProps } from './index.ts'

/** All shortcuts at a glance. */
export function Keys({ onClose }: DialogProps<'keys'>) {
  const { t } = useTranslation()
  return (
    <Modal open title={t('files.keys.title')} footer={null} onCancel={onClose}>
      <dl className="key-list">
        {actions
          .filter(({ shortcut }) => shortcut)
          .map(({ name, shortcut = '' }) => (
            <div key={name}>
              <dt>
                <kbd>{shortcutHere(shortcut)}</kbd>
              </dt>
              <dd>{t(`files.actions.${name}`)}</dd>
            </div>
          ))}
        {(['arrows', 'shift', 'ctrl', 'letters', 'search', 'up', 'escape'] as const).map((key) => (
          <div key={key}>
            <dt>
              <kbd>{t(`files.keys.${key}.key`)}</kbd>
            </dt>
            <dd>{t(`files.keys.${key}.does`)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
