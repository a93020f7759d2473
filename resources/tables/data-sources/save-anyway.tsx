import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import type { CallFailure } from '#providers/call.ts'

/** Asks whether a data source whose test failed is saved all the same: it may be down at the moment. */
export function useSaveAnyway(): (refusal: CallFailure) => Promise<boolean> {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  return async ({ message }) =>
    modal.confirm({
      title: t('dataSources.anyway.title'),
      content: (
        <>
          <p>{message}</p>
          <p>{t('dataSources.anyway.means')}</p>
        </>
      ),
      okText: t('dataSources.anyway.button'),
      cancelText: t('common.cancel'),
      autoFocusButton: 'cancel',
    })
}
