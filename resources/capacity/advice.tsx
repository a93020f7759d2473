import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { capacity } from '#contract/capacity.ts'
import { can } from '#contract/core/policy.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { ListSkeleton } from '../../src/widgets/Skeleton.tsx'
import { AdviceBar } from './advice-bar.tsx'
import { Duplicates } from './advice-duplicates.tsx'
import { Largest } from './advice-largest.tsx'
import { Trash } from './advice-trash.tsx'
import { OldVersions } from './advice-versions.tsx'

type Props = { space: Space; isOpen: boolean; onClose: () => void }

/** Shows what uses the capacity of a space and what can be deleted. */
export function AdviceDrawer({ space, isOpen, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Drawer title={t('capacity.advice.title')} open={isOpen} onClose={onClose} size={640} destroyOnHidden>
      <Advice space={space} />
    </Drawer>
  )
}

function Advice({ space }: { space: Space }) {
  const { t } = useTranslation()
  const actor = actorOf(useUser())
  const { data, isLoading, error, refetch } = useQuery({
    queryKey: ['advice', space.id],
    queryFn: () => call(capacity.advice, { id: space.id }, { quiet: true }),
    staleTime: 0,
  })
  if (isLoading) return <ListSkeleton />
  if (!data) return <NotLoaded title={t('capacity.advice.failed')} error={error} onRetry={refetch} />
  // Administrators may see the usage, but only members may delete something.
  const mayAct = can(actor, 'space.read', space) && space.myRole !== null
  const section = { space, advice: data, mayAct }
  return (
    <div className="advice">
      <p>{t('capacity.advice.hint')}</p>
      <AdviceBar advice={data} />
      <Trash {...section} />
      <OldVersions {...section} />
      <Duplicates {...section} />
      <Largest {...section} />
    </div>
  )
}
