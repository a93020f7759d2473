import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import type { SpaceType } from '#contract/core/policy.ts'

/** Asks for confirmation before a space becomes public, naming the consequence; other types need no question. */
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
