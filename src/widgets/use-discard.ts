import { App } from 'antd'
import { useTranslation } from 'react-i18next'

/** Asks before what was typed is lost. */
export function useDiscard(): (onDiscard: () => void) => void {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  return (onDiscard) => {
    let isDiscarded = false
    void modal.confirm({
      title: t('common.unsaved.title'),
      content: t('common.unsaved.loses'),
      okText: t('common.unsaved.discard'),
      cancelText: t('common.unsaved.stay'),
      autoFocusButton: 'cancel',
      okButtonProps: { danger: true },
      onOk: () => {
        isDiscarded = true
      },
      // As long as the question stands it keeps the focus: what closes behind it could not give it back.
      afterClose: () => isDiscarded && onDiscard(),
    })
  }
}
