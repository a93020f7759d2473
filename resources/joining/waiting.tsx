import { useTranslation } from 'react-i18next'
import { can } from '#contract/core/policy.ts'
import type { Space } from '#contract/spaces.ts'
import { useWaiting } from '#providers/joining.ts'
import { actorOf, useUser } from '#providers/session.ts'
import './joining.css'

/** The number of pending requests, beside the name of a tab; renders nothing for zero. */
export default function WaitingBadge({ space }: { space: Space }) {
  const { t } = useTranslation()
  const mayAnswer = can(actorOf(useUser()), 'space.answerJoins', space)
  const count = useWaiting(space.id, mayAnswer)
  if (!count) return null
  return (
    <span className="waiting-badge num" title={t('joining.requests.waiting', { count })}>
      {count}
    </span>
  )
}
