import { Form, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartDefinition } from '#contract/charts/definition.ts'
import { REPORT_NAME_MAX } from '#contract/core/limits.ts'
import type { Space } from '#contract/spaces.ts'
import { sentenceOf } from '#providers/failures.ts'
import { useTask } from '#providers/use-task.ts'
import { FormEnd } from '../../../../src/widgets/FormEnd.tsx'
import { GuardedDrawer } from '../../../../src/widgets/GuardedDrawer.tsx'
import { ChartEditor } from '../../charts/ChartEditor.tsx'
import type { SaveState } from './use-autosave.ts'

export type EditedChart = { name: string; definition: ChartDefinition | null }
type Props = {
  space: Space
  isNew: boolean
  /** What is edited at first. */
  chart: EditedChart
  /** A chart of the space needs a name, a card does not. */
  isNameNeeded: boolean
  /** Every change is handed over, and saved there by itself. */
  onChange: (chart: EditedChart) => void
  saving: { state: SaveState; failure: unknown }
  /** Rejects when something could not be saved; the drawer then stays. */
  onDone: () => Promise<unknown>
  onClose: () => void
}

/** A chart while it is edited, over the page that it belongs to. */
export function ChartDrawer({ space, isNew, chart: first, isNameNeeded, saving, onChange, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const [chart, setChart] = useState(first)
  const [isWanted, setWanted] = useState(false)
  const { run, isBusy, problem } = useTask()
  const isNameless = isNameNeeded && !chart.name.trim()
  // What can't be saved as it stands would be lost.
  const isUnsaved = saving.state !== 'saved' && saving.failure !== null
  const isDirty = isUnsaved || (isNameless && (chart.definition !== null || !isNew))
  const latest = useRef({ chart, onChange })
  latest.current = { chart, onChange }
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  /** Changes the chart as it is now: a source that was chosen is read for a while, and the drawer may be closed by then. */
  function change(over: Partial<EditedChart>) {
    if (!isOpen.current) return
    const next = { ...latest.current.chart, ...over }
    latest.current.chart = next
    setChart(next)
    latest.current.onChange(next)
  }
  const done = (leave: () => void) => {
    setWanted(true)
    if (!chart.definition || isNameless) return
    void run(async () => {
      await onDone()
      leave()
    })
  }
  return (
    <GuardedDrawer
      title={t(isNew ? 'reports.createChart' : 'reports.editChart')}
      size="100%"
      isDirty={isDirty}
      onClose={onClose}
    >
      {(_close, leave) => (
        <div className="chart-drawer">
          <Form layout="vertical">
            <Form.Item
              label={t(isNameNeeded ? 'reports.name.label' : 'reports.editing.title')}
              htmlFor="chart-name"
              required={isNameNeeded}
              {...(isWanted && isNameless && { validateStatus: 'error' as const, help: t('reports.name.invalid') })}
            >
              <Input
                id="chart-name"
                value={chart.name}
                maxLength={REPORT_NAME_MAX}
                onChange={({ target }) => change({ name: target.value })}
              />
            </Form.Item>
          </Form>
          <ChartEditor space={space} definition={first.definition} onChange={(definition) => change({ definition })} />
          <FormEnd
            submit={t('reports.editing.done')}
            isBusy={isBusy}
            isDisabled={!chart.definition}
            problem={problem || (saving.failure ? sentenceOf(saving.failure) : '')}
            onSubmit={() => done(leave)}
          >
            {chart.definition && t(`reports.editing.states.${isNameless ? 'waiting' : saving.state}`)}
          </FormEnd>
        </div>
      )}
    </GuardedDrawer>
  )
}
