import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import type { SpaceType } from '#contract/core/policy.ts'

/** Asks whether a space is really meant for everybody, the consequence named; any other type needs no question. */
export function usePublicQuestion(): (type: SpaceType) => Promise<boolean> {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  return async (type) =>
    type !== 'public' ||
    modal.confirm({
      title: t('spaces.publicAsk.title'),
      content: t('spaces.publicAsk.text'),
      okText: t('spaces.publicAsk.sure'),
      cancelText: t('common.cancel'),
    })
}
