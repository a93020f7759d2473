import { Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartDefinition } from '#contract/charts/definition.ts'
import { REPORT_NAME_MAX } from '#contract/core/limits.ts'
import type { Space } from '#contract/spaces.ts'
import { useTask } from '#providers/use-task.ts'
import { FormEnd } from '../../../../src/widgets/FormEnd.tsx'
import { GuardedDrawer } from '../../../../src/widgets/GuardedDrawer.tsx'
import { ChartEditor } from '../../charts/ChartEditor.tsx'

type Props = {
  space: Space
  /** What the chart is called now; '' for a new one. */
  name: string
  /** A chart of the space has a name; a card may do without. */
  isNameNeeded: boolean
  definition: ChartDefinition | null
  /** Rejects with what keeps the chart from being saved; the drawer then stays. */
  onSave: (chart: { name: string; definition: ChartDefinition }) => Promise<unknown>
  onClose: () => void
}

/** A chart while it is edited, over the page that it belongs to. */
export function ChartDrawer({ space, name: before, isNameNeeded, definition: first, onSave, onClose }: Props) {
  const { t } = useTranslation()
  const [name, setName] = useState(before)
  const [definition, setDefinition] = useState(first)
  const [isWanted, setWanted] = useState(false)
  const { run, isBusy, problem } = useTask()
  const isDirty = name !== before || definition !== first
  const isNameless = isNameNeeded && !name.trim()
  const save = (leave: () => void) => {
    setWanted(true)
    if (!definition || isNameless) return
    void run(async () => {
      await onSave({ name: name.trim(), definition })
      leave()
    })
  }
  return (
    <GuardedDrawer
      title={t(first ? 'reports.editChart' : 'reports.createChart')}
      size="100%"
      isDirty={isDirty}
      onClose={onClose}
    >
      {(close, leave) => (
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
                value={name}
                maxLength={REPORT_NAME_MAX}
                onChange={({ target }) => setName(target.value)}
              />
            </Form.Item>
          </Form>
          <ChartEditor space={space} definition={first} onChange={setDefinition} />
          <FormEnd
            submit={t('reports.editing.keep')}
            isBusy={isBusy}
            isDisabled={!definition}
            problem={problem}
            onSubmit={() => save(leave)}
            onCancel={close}
          />
        </div>
      )}
    </GuardedDrawer>
  )
}
