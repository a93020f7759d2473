import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import type { TestResult } from '#contract/methods.ts'

/** Asks whether a method whose test failed is enabled all the same. */
export function useEnableAnyway(): (result: TestResult) => Promise<boolean> {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  return async ({ steps }) =>
    modal.confirm({
      title: t('methods.enable.title'),
      content: (
        <>
          <p>{t('methods.enable.loses')}</p>
          <p>{steps.find(({ state }) => state === 'failed')?.advice}</p>
        </>
      ),
      okText: t('methods.enable.anyway'),
      cancelText: t('methods.cancel'),
      okButtonProps: { danger: true },
      autoFocusButton: 'cancel',
    })
}
