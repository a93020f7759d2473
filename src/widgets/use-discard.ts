import { App } from 'antd'
import { useTranslation } from 'react-i18next'

/** Asks before what was typed is lost. */
export function useDiscard(): (onDiscard: () => void) => void {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  return (onOk) =>
    void modal.confirm({
      title: t('common.unsaved.title'),
      content: t('common.unsaved.loses'),
      okText: t('common.unsaved.discard'),
      cancelText: t('common.unsaved.stay'),
      autoFocusButton: 'cancel',
      okButtonProps: { danger: true },
      onOk,
    })
}
