import { useTranslation } from 'react-i18next'
import { can } from '#contract/core/policy.ts'
import type { Space } from '#contract/spaces.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { MoreRoom } from './more-room.tsx'
import { Usage } from './usage.tsx'
import './capacity.css'

/** The usage of the space and the capacity request, in the space's overview. */
export default function Room({ space }: { space: Space }) {
  const { t } = useTranslation()
  const actor = actorOf(useUser())
  if (!can(actor, 'member.list', space)) return null
  return (
    <section className="panel room">
      <h2>{t('spaces.properties.capacity')}</h2>
      <Usage space={space} />
      {can(actor, 'space.askCapacity', space) && <MoreRoom space={space} />}
    </section>
  )
}
