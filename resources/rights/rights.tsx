import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { can } from '#contract/core/policy.ts'
import { type RoleFlags, rights } from '#contract/rights.ts'
import type { Space } from '#contract/spaces.ts'
import { call, sentenceOf } from '#providers/call.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { RightsEditor } from '../../src/rights/RightsEditor.tsx'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { FormSkeleton } from '../../src/widgets/Skeleton.tsx'
import { WhySearch } from './why-search.tsx'

/** The rights of each role in the space: editable for users who may set them, read-only for other members. */
export default function SpaceRights({ space, onChange }: { space: Space; onChange: () => void }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const client = useQueryClient()
  const actor = actorOf(useUser())
  const key = ['rights', space.id, 'roles']
  const query = useQuery({
    queryKey: key,
    queryFn: () =>
      Promise.all([
        call(rights.ofSpace, { id: space.id }, { quiet: true }),
        call(rights.defaults, {}, { quiet: true }),
      ]),
  })
  const { refetch } = query
  async function save(next: RoleFlags): Promise<void> {
    const kept = await call(rights.setOfSpace, { id: space.id, ...next }, { quiet: true }).catch((failure: unknown) => {
      throw new Error(sentenceOf(failure), { cause: failure })
    })
    client.setQueryData(key, (known: [RoleFlags, RoleFlags] | undefined) => known && [kept, known[1]])
    void message.success(t('rights.saved'))
    onChange()
  }
  if (query.isError) return <NotLoaded error={query.error} onRetry={() => refetch()} />
  if (!query.data) return <FormSkeleton />
  const [kept, defaults] = query.data
  const maySet = can(actor, 'space.setRights', space)
  return (
    <RightsEditor
      kept={kept}
      defaults={defaults}
      isPublic={space.type === 'public'}
      save={maySet ? save : undefined}
      toDefaults={t('rights.toDefaults')}
    >
      <p className="rights-hint">{maySet ? t('rights.hint') : t('rights.readOnly')}</p>
      {can(actor, 'space.explain', space) && <WhySearch spaceId={space.id} />}
    </RightsEditor>
  )
}
