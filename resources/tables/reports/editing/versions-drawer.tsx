import { useQuery } from '@tanstack/react-query'
import { App, Button, Drawer } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ReportDetails, type ReportVersion, reports } from '#contract/reports.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { Empty } from '../../../../src/widgets/Empty.tsx'
import { formatDateTime } from '../../../../src/widgets/format.ts'
import { Loaded } from '../../../../src/widgets/Loaded.tsx'
import { NameDialog } from '../../name-dialog.tsx'
import { DifferenceDialog } from './difference-dialog.tsx'
import type { BoardDraft } from './use-board-draft.ts'

type Props = { space: Space; report: ReportDetails; draft: BoardDraft; onClose: () => void }

/** The published versions of a board, which can be named or restored as the draft. */
export function VersionsDrawer({ space, report, draft, onClose }: Props) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [compared, setCompared] = useState<ReportVersion | null>(null)
  const [naming, setNaming] = useState<ReportVersion | null>(null)
  const one = { spaceId: space.id, id: report.id }
  const query = useQuery({
    queryKey: ['reports', space.id, 'versions', report.id],
    queryFn: () => call(reports.versions, one, { quiet: true }),
    gcTime: 0,
  })
  async function restore({ number }: ReportVersion) {
    await draft.flush()
    const content = await call(reports.version, { ...one, number })
    const saved = await call(reports.restore, { ...one, number, version: draft.versionNow() })
    if (content.kind === 'board') draft.replaceBy(content.board, saved.version)
    void message.success(t('reports.versions.restored'))
    onClose()
  }
  return (
    <Drawer open title={t('reports.versions.title')} onClose={onClose}>
      <Loaded query={query} rows={4}>
        {(versions) =>
          versions.length ? (
            <ol className="report-versions">
              {versions.map((version) => (
                <Version
                  key={version.number}
                  version={version}
                  onName={() => setNaming(version)}
                  onCompare={() => setCompared(version)}
                  onRestore={() => void restore(version).catch(() => {})}
                />
              ))}
            </ol>
          ) : (
            <Empty title={t('reports.versions.none')} />
          )
        }
      </Loaded>
      {compared && query.data && (
        <DifferenceDialog
          report={report}
          versions={query.data}
          from={compared}
          draft={{ kind: 'board', board: draft.board }}
          onClose={() => setCompared(null)}
        />
      )}
      {naming && (
        <NameDialog
          title={t('reports.versions.rename')}
          label={t('reports.name.label')}
          name={naming.name}
          onSave={async ({ name }) => {
            await call(reports.nameVersion, { ...one, number: naming.number, name: name.trim() }, { quiet: true })
            await query.refetch()
          }}
          onClose={() => setNaming(null)}
        />
      )}
    </Drawer>
  )
}

type VersionProps = { version: ReportVersion; onName: () => void; onCompare: () => void; onRestore: () => void }

function Version({ version, onName, onCompare, onRestore }: VersionProps) {
  const { t, i18n } = useTranslation()
  const { number, name, madeBy, at, isPublished } = version
  return (
    <li>
      <b>{name || t('reports.versions.number', { number })}</b>
      {isPublished && <span className="tag good">{t('reports.states.published')}</span>}
      <small>
        {madeBy.personName} · {formatDateTime(at, i18n.language)}
      </small>
      <span>
        <Button size="small" type="text" onClick={onRestore}>
          {t('reports.versions.restore')}
        </Button>
        <Button size="small" type="text" onClick={onCompare}>
          {t('reports.versions.compare')}
        </Button>
        <Button size="small" type="text" onClick={onName}>
          {t('reports.versions.rename')}
        </Button>
      </span>
    </li>
  )
}
