import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { explain } from '#contract/core/policy.ts'
import { CallFailure } from '#providers/call.ts'
import { verdictWords } from '../rights/verdict.ts'
import { Empty } from '../widgets/Empty.tsx'
import { NotLoaded } from '../widgets/NotLoaded.tsx'
import type { ActionContext } from './action-context.ts'

type Props = { context: ActionContext; isLoading: boolean; failure: unknown }

/** Shown in place of the rows: a skeleton while loading, the failure, or the empty state. */
export function FolderPlace({ context, isLoading, failure }: Props) {
  const { t } = useTranslation()
  if (isLoading) return <Rows />
  if (failure instanceof CallFailure && ['fileGone', 'folderGone', 'invalid'].includes(failure.error))
    return (
      <Empty title={t('files.folderGone')}>
        <Button onClick={context.goToRoot}>{t('files.root')}</Button>
      </Empty>
    )
  if (failure) {
    return <NotLoaded error={failure} onRetry={() => context.reload()} />
  }
  const verdict = explain(context.actor, 'file.make', context.policyContext)
  if (!verdict.allowed) return <Empty title={t('files.empty.title')} hint={verdictWords(t, verdict)} />
  return (
    <Empty title={t('files.empty.title')} hint={t('files.empty.hint')}>
      <Button type="primary" onClick={() => void context.pickFiles('files')}>
        {t('files.actions.uploadFiles')}
      </Button>
      <Button onClick={() => context.ask('newFolder')}>{t('files.actions.newFolder')}</Button>
    </Empty>
  )
}

function Rows() {
  return (
    <div aria-busy="true">
      {Array.from({ length: 8 }, (_, i) => (
        <div key={i} className="row still">
          <span className="check skeleton-box" />
          <span className="name">
            <span className="skeleton skeleton-icon" />
            <span className="skeleton" style={{ height: 12, width: `${30 + ((i * 37) % 40)}%` }} />
          </span>
          <span className="skeleton column" style={{ height: 12 }} />
        </div>
      ))}
    </div>
  )
}
