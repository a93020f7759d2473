import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { defaultFlags } from '#contract/core/policy.ts'
import { type RoleFlags, rights } from '#contract/rights.ts'
import { call, sentenceOf } from '#providers/call.ts'
import { RightsEditor } from '../../rights/RightsEditor.tsx'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { FormSkeleton } from '../../widgets/Skeleton.tsx'

const key = ['rights', 'defaults']
/** The built-in defaults. */
const product: RoleFlags = { senior: defaultFlags('senior'), normal: defaultFlags('normal') }

/** The rights of the roles in new spaces. */
export default function DefaultRights() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const client = useQueryClient()
  const query = useQuery({ queryKey: key, queryFn: () => call(rights.defaults, {}, { quiet: true }) })

  async function save(next: RoleFlags): Promise<void> {
    const kept = await call(rights.setDefaults, next, { quiet: true }).catch((failure: unknown) => {
      throw new Error(sentenceOf(failure), { cause: failure })
    })
    client.setQueryData(key, kept)
    void message.success(t('rights.saved'))
  }
  if (query.data)
    return (
      <div className="rights-page">
        <RightsEditor kept={query.data} defaults={product} save={save} toDefaults={t('rights.toProduct')}>
          <p className="rights-hint">{t('rights.defaultsHint')}</p>
        </RightsEditor>
      </div>
    )
  if (!query.isError) return <FormSkeleton />
  return <NotLoaded error={query.error} onRetry={query.refetch} />
}
