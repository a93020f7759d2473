import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { actions } from '../actions/index.ts'
import type { DialogProps } from './index.ts'

/** All shortcuts at a glance. */
export function Keys({ onClose }: DialogProps<'keys'>) {
  const { t } = useTranslation()
  return (
    <Modal open title={t('files.keys.title')} footer={null} onCancel={onClose}>
      <dl className="key-list">
        {actions
          .filter((action) => action.shortcut)
          .map((action) => (
            <div key={action.name}>
              <dt>
                <kbd>{action.shortcut}</kbd>
              </dt>
              <dd>{t(`files.actions.${action.name}`)}</dd>
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
