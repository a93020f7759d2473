import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ChartDefinition } from '#contract/charts/definition.ts'
import { boardPath } from '#contract/pages/paths.ts'
import { type ReportDetails, reports } from '#contract/reports.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { ChartDrawer, type EditedChart } from './editing/chart-drawer.tsx'
import { useAutosave } from './editing/use-autosave.ts'

type Props = { space: Space; onClose: () => void }
type Savable = { name: string; definition: ChartDefinition }

/** What is saved of a chart: nothing as long as it has no name or no source. */
function useSavable({ name, definition }: EditedChart): Savable | null {
  const trimmed = name.trim()
  return useMemo(() => (trimmed && definition ? { name: trimmed, definition } : null), [trimmed, definition])
}

/** A new chart of the space: it is there once it has a name and a source, and opened when it is done. */
export function NewChart({ space, onClose }: Props) {
  const navigate = useNavigate()
  const renew = useResourceRenewal('reports')
  const made = useRef<Pick<ReportDetails, 'id' | 'version'>>(null)
  const [chart, setChart] = useState<EditedChart>({ name: '', definition: null })
  const saving = useAutosave(useSavable(chart), null, async ({ name, definition }) => {
    const wish = { spaceId: space.id, name, content: { kind: 'chart' as const, definition } }
    const { current } = made
    made.current = current
      ? { id: current.id, ...(await call(reports.edit, { ...wish, ...current }, { quiet: true })) }
      : await call(reports.create, wish, { quiet: true })
    renew()
  })
  return (
    <ChartDrawer
      space={space}
      isNew
      isNameNeeded
      chart={chart}
      saving={saving}
      onChange={setChart}
      onDone={saving.flush}
      // The drawer has nothing unsaved any more by then: leaving the page asks nothing.
      onClose={() => (made.current ? navigate(boardPath(made.current.id)) : onClose())}
    />
  )
}

/** A chart of the space while its draft is edited. */
export function EditedChartOf({ space, report, onClose }: Props & { report: ReportDetails }) {
  const client = useQueryClient()
  const version = useRef(report.version)
  /** The version that the page behind the drawer has. */
  const known = useRef(report.version)
  const { id } = report
  const [chart, setChart] = useState<EditedChart>({
    name: report.name,
    definition: report.draft?.kind === 'chart' ? report.draft.definition : null,
  })
  const savable = useSavable(chart)
  const [first] = useState(savable)
  const saving = useAutosave(savable, first, async ({ name, definition }) => {
    const content = { kind: 'chart' as const, definition }
    const wish = { spaceId: space.id, id, version: version.current, name, content }
    version.current = (await call(reports.edit, wish, { quiet: true })).version
  })
  /** The page behind never shows an earlier chart. */
  async function finish() {
    await saving.flush()
    const { current } = version
    if (known.current === current) return
    await client.invalidateQueries({ queryKey: ['report', id] }, { throwOnError: true })
    known.current = current
  }
  return (
    <ChartDrawer
      space={space}
      isNew={false}
      isNameNeeded
      chart={chart}
      saving={saving}
      onChange={setChart}
      onDone={finish}
      onClose={() => {
        void finish().catch(() => {})
        onClose()
      }}
    />
  )
}
