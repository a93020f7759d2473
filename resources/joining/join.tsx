import { Button } from 'antd'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { can } from '#contract/core/policy.ts'
import type { Space } from '#contract/spaces.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { onDemand } from '../../src/widgets/on-demand.tsx'
import type { AskedProps } from './asked.tsx'

const ApplyDialog = onDemand(() => import('./apply.tsx'))
/** If its script cannot be loaded, only the text is shown. */
const Asked = lazy<ComponentType<AskedProps>>(() => import('./asked.tsx').catch(() => ({ default: Waits })))

function Waits() {
  const { t } = useTranslation()
  return <span className="tag">{t('joining.join.pending')}</span>
}

/** The caller's way into a space: request, pending request or membership. Renders nothing if no request is possible. */
export default function JoinButton({ space }: { space: Space }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const actor = actorOf(useUser())
  const { joinState } = space
  if (joinState === 'joined') return <span className="tag joined">{t('joining.join.joined')}</span>
  if (joinState === 'pending')
    return (
      <Suspense>
        <Asked space={space} size="small" />
      </Suspense>
    )
  if (!can(actor, 'space.join', space)) return null
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {t('joining.join.button')}
      </Button>
      <ApplyDialog space={space} isOpen={isAsking} onClose={() => setAsking(false)} />
    </>
  )
}
