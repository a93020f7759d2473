import { sql } from '@codemirror/lang-sql'
import { useQuery } from '@tanstack/react-query'
import { App, Button, Drawer } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dataViews, type ViewDetails, type ViewVersion } from '#contract/data-views.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useTask } from '#providers/use-task.ts'
import { Problem } from '../../../src/widgets/FormEnd.tsx'
import { formatDateTime } from '../../../src/widgets/format.ts'
import { NotLoaded } from '../../../src/widgets/NotLoaded.tsx'
import { LinesSkeleton } from '../../../src/widgets/Skeleton.tsx'
import { TextDiff } from '../../../src/widgets/TextDiff.tsx'

type One = { spaceId: string; id: string; mayEdit: boolean }
type Props = One & { isOpen: boolean; onClose: () => void }

/** The saved definitions of a view; earlier ones can be compared and restored. */
export default function VersionsDrawer({ isOpen, onClose, ...one }: Props) {
  const { t } = useTranslation()
  return (
    <Drawer open={isOpen} title={t('dataViews.versions.title')} size={880} onClose={onClose} destroyOnHidden>
      <Versions {...one} onDone={onClose} />
    </Drawer>
  )
}

function Versions({ onDone, ...one }: One & { onDone: () => void }) {
  const { t } = useTranslation()
  const { spaceId, id } = one
  const { data, error, refetch } = useQuery({
    queryKey: ['dataViews', spaceId, 'versions', id],
    queryFn: () =>
      Promise.all([
        call(dataViews.show, { spaceId, id }, { quiet: true }),
        call(dataViews.versions, { spaceId, id }, { quiet: true }),
      ]),
  })
  if (!data) return error ? <NotLoaded error={error} onRetry={refetch} /> : <LinesSkeleton rows={5} />
  const [view, versions] = data
  return (
    <ol className="view-versions" aria-label={t('dataViews.versions.title')}>
      {versions.map((version, at) => (
        <Version
          key={version.number}
          view={view}
          version={version}
          isNow={at === 0}
          mayEdit={one.mayEdit}
          onDone={onDone}
        />
      ))}
    </ol>
  )
}

type VersionProps = {
  view: ViewDetails
  version: ViewVersion
  isNow: boolean
  mayEdit: boolean
  onDone: () => void
}

function Version({ view, version, isNow, mayEdit, onDone }: VersionProps) {
  const { t, i18n } = useTranslation()
  const { message } = App.useApp()
  const renew = useResourceRenewal('dataViews')
  const [isCompared, setCompared] = useState(false)
  const { isBusy, problem, run } = useTask()
  const time = formatDateTime(version.savedAt, i18n.language)
  const restore = () =>
    run(async () => {
      const { spaceId, id } = view
      const wish = { spaceId, id, version: view.version, definition: version.definition }
      await call(dataViews.edit, wish, { quiet: true })
      void message.success(t('dataViews.versions.restored', { time }))
      renew()
      onDone()
    })
  const isText = 'sql' in version.definition && 'sql' in view.definition
  return (
    <li>
      <div className="view-row">
        <span>
          <b className="num">{time}</b> <small>{version.savedBy.personName}</small>
        </span>
        <span className="space" />
        {isNow && <span className="tag">{t('dataViews.versions.now')}</span>}
        {!isNow && isText && (
          <Button size="small" type="text" aria-expanded={isCompared} onClick={() => setCompared(!isCompared)}>
            {t('dataViews.versions.compare')}
          </Button>
        )}
        {!isNow && mayEdit && (
          <Button size="small" loading={isBusy} onClick={() => void restore()}>
            {t('dataViews.versions.restore')}
          </Button>
        )}
      </div>
      <Problem text={problem} />
      {isCompared && <Comparison view={view} version={version} time={time} />}
    </li>
  )
}

const LANGUAGE = sql()
const textOf = ({ definition }: Pick<ViewVersion, 'definition'>) => ('sql' in definition ? definition.sql.text : '')

function Comparison({ view, version, time }: Pick<VersionProps, 'view' | 'version'> & { time: string }) {
  const { t } = useTranslation()
  const now = t('dataViews.versions.now')
  const before = useMemo(() => ({ title: time, text: textOf(version) }), [time, version])
  const after = useMemo(() => ({ title: now, text: textOf(view) }), [now, view])
  if (before.text === after.text) return <p>{t('dataViews.versions.same')}</p>
  // CodeMirror replaces `$` with the number of lines.
  const folded = t('dataViews.versions.folded', { lines: '$' })
  return (
    <div className="view-comparison">
      <TextDiff before={before} after={after} language={LANGUAGE} folded={folded} />
    </div>
  )
}
