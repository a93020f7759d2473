import { Alert, App } from 'antd'
import { useTranslation } from 'react-i18next'
import type { SpaceType } from '#contract/core/policy.ts'
import './folders.css'

/** From the least to the most visible. */
const OPENNESS: readonly SpaceType[] = ['private', 'restricted', 'public']

/** The type of the target space if more people may see its files than those of the other space; null otherwise. */
export function widerThan(from: SpaceType, to: SpaceType): Exclude<SpaceType, 'private'> | null {
  return to !== 'private' && OPENNESS.indexOf(to) > OPENNESS.indexOf(from) ? to : null
}

/** The space that items leave or enter. */
export type Side = { name: string; type: SpaceType }

/** Says who will be able to see the items in the target space; renders nothing if that is nobody new. */
export function ExposureWarning({ from, to }: { from: SpaceType; to: Side }) {
  const { t } = useTranslation()
  const wider = widerThan(from, to.type)
  if (!wider) return null
  return (
    <Alert
      className="exposure"
      type="warning"
      showIcon
      title={t(`files.exposure.${wider}.title`, { space: to.name })}
      description={t(`files.exposure.${wider}.who`)}
    />
  )
}

/** Asks for confirmation before items become visible to more people. Resolves with true at once if they don't. */
export function useExposureQuestion(): (question: {
  kind: 'move' | 'copy'
  from: SpaceType
  to: Side
}) => Promise<boolean> {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  return async ({ kind, from, to }) => {
    const wider = widerThan(from, to.type)
    if (!wider) return true
    return modal.confirm({
      title: t(`files.exposure.${wider}.title`, { space: to.name }),
      content: t(`files.exposure.${wider}.who`),
      okText: t(`files.chooser.${kind}`),
      cancelText: t('files.conflict.cancel'),
    })
  }
}
