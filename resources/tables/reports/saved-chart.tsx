import { App } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { boardPath } from '#contract/pages/paths.ts'
import { type ReportDetails, reports } from '#contract/reports.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { ChartDrawer } from './editing/chart-drawer.tsx'

type Props = { space: Space; onClose: () => void }

/** A new chart of the space, opened once it is saved. */
export function NewChart({ space, onClose }: Props) {
  const navigate = useNavigate()
  const made = useRef('')
  const renew = useResourceRenewal('reports')
  return (
    <ChartDrawer
      space={space}
      name=""
      isNameNeeded
      definition={null}
      onSave={async ({ name, definition }) => {
        const content = { kind: 'chart' as const, definition }
        const { id } = await call(reports.create, { spaceId: space.id, name, content }, { quiet: true })
        renew()
        made.current = id
      }}
      // The drawer has nothing unsaved any more by then: leaving the page asks nothing.
      onClose={() => (made.current ? navigate(boardPath(made.current)) : onClose())}
    />
  )
}

/** A chart of the space while its draft is edited. */
export function EditedChart({ space, report, onClose }: Props & { report: ReportDetails }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const renew = useResourceRenewal('report')
  const { draft } = report
  return (
    <ChartDrawer
      space={space}
      name={report.name}
      isNameNeeded
      definition={draft?.kind === 'chart' ? draft.definition : null}
      onSave={async ({ name, definition }) => {
        const { id, version } = report
        const content = { kind: 'chart' as const, definition }
        const words = name === report.name ? {} : { name }
        await call(reports.edit, { spaceId: space.id, id, version, ...words, content }, { quiet: true })
        void message.success(t('tables.done.edit'))
        renew()
      }}
      onClose={onClose}
    />
  )
}
