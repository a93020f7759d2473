import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Conflict } from '#contract/files.ts'

/** Asks once what a taken name means, for all that follow; null when nothing is to be done. */
export function useConflict(): (name: string) => Promise<Conflict | null> {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  return (name) =>
    new Promise((resolve) => {
      let dialog: { destroy: () => void } | null = null
      const answer = (conflict: Conflict | null) => {
        dialog?.destroy()
        resolve(conflict)
      }
      dialog = modal.confirm({
        title: t('files.conflict.title', { name }),
        content: t('files.conflict.hint'),
        onCancel: () => resolve(null),
        footer: (
          <div className="dialog-buttons">
            <Button onClick={() => answer(null)}>{t('files.conflict.cancel')}</Button>
            <Button onClick={() => answer('skip')}>{t('files.conflict.skip')}</Button>
            <Button onClick={() => answer('replace')}>{t('files.conflict.replace')}</Button>
            <Button type="primary" onClick={() => answer('keepBoth')}>
              {t('files.conflict.keepBoth')}
            </Button>
          </div>
        ),
      })
    })
}
