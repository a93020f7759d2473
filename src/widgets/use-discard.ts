import { App } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Loss } from './Unsaved.tsx'

/** Asks before typed text or a shown secret is discarded; once, however often closing is asked for meanwhile. */
export function useDiscard(): (onDiscard: () => void, loss?: Loss) => void {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const isAsking = useRef(false)
  return (onDiscard, loss = 'typed') => {
    // Escape that is held down repeats before the question is there to take it.
    if (isAsking.current) return
    isAsking.current = true
    let isDiscarded = false
    void modal.confirm({
      title: t(`common.unsaved.${loss}.title`),
      content: t(`common.unsaved.${loss}.loses`),
      okText: t(`common.unsaved.${loss}.discard`),
      cancelText: t(`common.unsaved.${loss}.stay`),
      autoFocusButton: 'cancel',
      okButtonProps: { danger: true },
      onOk: () => {
        isDiscarded = true
      },
      // Waits until the question has closed, because it holds the focus and the layer below could not return it.
      afterClose: () => {
        isAsking.current = false
        if (isDiscarded) onDiscard()
      },
    })
  }
}
