import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BackupPolicy, backups } from '#contract/backups.ts'
import { call } from '#providers/call.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { Loaded } from '../../src/widgets/Loaded.tsx'
import { RecordTable } from '../../src/widgets/RecordTable.tsx'
import { useColumns } from './columns.tsx'
import { kindsOf, PolicyDrawer, type PolicyPanel } from './form.tsx'
import { InstallationBackups } from './installation.tsx'
import { RunsDrawer } from './runs.tsx'
import { refreshMs } from './state.tsx'
import './backups.css'

/** The policies by which spaces are backed up. */
export default function BackupList() {
  const { t } = useTranslation()
  const [panel, setPanel] = useState<PolicyPanel | null>(null)
  const [shown, setShown] = useState<BackupPolicy | null>(null)
  const query = useQuery({
    queryKey: ['backups', 'all'],
    queryFn: () => call(backups.list, {}, { quiet: true }),
    refetchInterval: ({ state }) => refreshMs(state.data?.list.map(({ lastRun }) => lastRun)),
  })
  const columns = useColumns({ onEdit: (policy) => setPanel({ policy }), onRuns: setShown })
  const allowed = query.data ?? { folders: [], isOutsideOn: false }
  const mayAdd = kindsOf(allowed).length > 0
  const add = (
    <Button type="primary" icon={<PlusOutlined />} disabled={!mayAdd} onClick={() => setPanel({})}>
      {t('backups.add')}
    </Button>
  )
  return (
    <div className="backups-page">
      {query.data?.list.length ? <div className="backups-head">{add}</div> : null}
      <Loaded query={query}>
        {({ list }) =>
          list.length ? (
            <RecordTable label={t('backups.title')} rows={list} keyOf={({ id }) => id} columns={columns} />
          ) : (
            <Empty title={t('backups.none')} hint={mayAdd ? t('backups.noneHint') : t('backups.noFolder')}>
              {add}
            </Empty>
          )
        }
      </Loaded>
      <InstallationBackups />
      <PolicyDrawer panel={panel} allowed={allowed} onClose={() => setPanel(null)} />
      <RunsDrawer policy={shown} onClose={() => setShown(null)} />
    </div>
  )
}
