import { App } from 'antd'
import { useTranslation } from 'react-i18next'

/** Asks before typed text is discarded. */
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
      // Waits until the question has closed, because it holds the focus, which the layer behind could not return.
      afterClose: () => isDiscarded && onDiscard(),
    })
  }
}
