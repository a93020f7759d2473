import { Button, Select } from 'antd'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartAnswer } from '#contract/charts/answer.ts'
import { ChartDefinition } from '#contract/charts/definition.ts'
import { suggested } from '#contract/charts/suggest.ts'
import type { SourceRef } from '#contract/queries/query.ts'
import type { Space } from '#contract/spaces.ts'
import { useTask } from '#providers/use-task.ts'
import { type Frame, frameOf } from '../../../src/charts/frame.ts'
import { useChartWords } from '../../../src/charts/words.ts'
import { Empty } from '../../../src/widgets/Empty.tsx'
import { Problem } from '../../../src/widgets/FormEnd.tsx'
import {
  historyOf,
  mayRedo,
  mayUndo,
  redone,
  type StepHistory,
  shownStep,
  undone,
  withStep,
} from '../../../src/widgets/step-history.ts'
import { queryOver } from '../data-views/draft.ts'
import { fieldColumns } from '../data-views/field-columns.ts'
import { SourceSelect } from '../data-views/source-select.tsx'
import { useDraft } from '../data-views/use-draft.ts'
import '../data-views/data-views.css'
import { boundFields } from './bindings.ts'
import { ChannelsEditor } from './channels.tsx'
import { ColumnsEditor } from './columns.tsx'
import { ChartFilter } from './filter.tsx'
import { OptionsEditor } from './options.tsx'
import { ChartPreview } from './preview.tsx'
import { rowsOf } from './rows.ts'
import { TypePicker } from './type-picker.tsx'
import './charts.css'
import { RedoIcon, UndoIcon } from '../../../src/widgets/step-icons.tsx'
import { useSourceReading } from '../data-views/query-progress.tsx'

type Props = {
  space: Space
  /**
   * The definition to edit; null for a new chart. Another definition needs another key, because the undo steps start
   * again.
   */
  definition: ChartDefinition | null
  onChange: (definition: ChartDefinition) => void
}

/** Makes and changes a chart: its source, its columns and how it looks, with a preview; the last steps can be undone. */
export function ChartEditor({ space, definition: first, onChange }: Props) {
  const { t } = useTranslation()
  const [history, setHistory] = useState<StepHistory<ChartDefinition | null>>(() => historyOf(first))
  const definition = shownStep(history)
  const draft = useDraft(space.id, definition && rowsOf(definition), null)
  const { run, problem } = useTask()
  const reading = useSourceReading(space.id)
  const words = useChartWords()
  const [frame, setFrame] = useState<Frame | null>(null)
  const setDrawn = useCallback(
    (drawn: ChartDefinition, answer: ChartAnswer) => setFrame(frameOf(drawn, answer, words)),
    [words],
  )
  const show = (next: StepHistory<ChartDefinition | null>) => {
    setHistory(next)
    const shown = shownStep(next)
    if (shown) onChange(shown)
  }
  const change = (next: ChartDefinition) => show(withStep(history, next))
  const begin = (source: SourceRef) =>
    run(async () => {
      const shape = await reading.read(source)
      const { base, joins, fields, filter } = queryOver(shape)
      const query = { base, joins, fields, filter }
      change(ChartDefinition.parse({ query, ...suggested([]) }))
    })
  const fields = definition ? fieldColumns(rowsOf(definition), draft) : []
  const chosen = definition ? boundFields(definition) : []
  const onKeyDown = (event: React.KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, [contenteditable]')
    if (isTyping || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
    event.preventDefault()
    show(event.shiftKey ? redone(history) : undone(history))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the whole editor, whose buttons do the same
    <div className="chart-editor" data-source={definition ? 'chosen' : 'none'} onKeyDown={onKeyDown}>
      <div className="view-steps">
        <div className="chart-undo">
          <Button
            size="small"
            icon={<UndoIcon />}
            disabled={!mayUndo(history)}
            aria-label={t('charts.editor.undo')}
            title={t('charts.editor.undo')}
            onClick={() => show(undone(history))}
          />
          <Button
            size="small"
            icon={<RedoIcon />}
            disabled={!mayRedo(history)}
            aria-label={t('charts.editor.redo')}
            title={t('charts.editor.redo')}
            onClick={() => show(redone(history))}
          />
        </div>
        <section>
          <h3>{t('dataViews.steps.source')}</h3>
          <SourceSelect
            spaceId={space.id}
            viewId={null}
            value={definition?.query.base}
            name={draft.shapes[0]?.name}
            label={t('dataViews.chooseSource')}
            onChange={(source) => void begin(source)}
          />
          {reading.progress}
          <Problem text={problem} />
        </section>
        {definition && (
          <>
            <section>
              <h3>{t('charts.editor.columns')}</h3>
              <Select<string[]>
                mode="multiple"
                aria-label={t('charts.editor.chooseColumns')}
                placeholder={t('charts.editor.chooseColumns')}
                showSearch={{ optionFilterProp: 'label' }}
                value={chosen}
                options={fields.map(({ key, name }) => ({ value: key, label: name }))}
                onChange={(keys) =>
                  change({
                    ...definition,
                    ...suggested(keys.flatMap((key) => fields.find((field) => field.key === key) ?? [])),
                  })
                }
              />
              <p className="chart-hint">{t('charts.editor.columnsHint')}</p>
              <ColumnsEditor definition={definition} draft={draft} fields={fields} onChange={change} />
            </section>
            <TypePicker definition={definition} fields={fields} onChange={change} />
            <ChannelsEditor definition={definition} fields={fields} onChange={change} />
            <ChartFilter
              spaceId={space.id}
              definition={definition}
              fields={fields}
              names={frame?.answer.names}
              onChange={change}
            />
            <OptionsEditor spaceId={space.id} definition={definition} frame={frame} onChange={change} />
          </>
        )}
      </div>
      <div className="chart-preview">
        {definition ? (
          <ChartPreview spaceId={space.id} definition={definition} fields={fields} draft={draft} onDrawn={setDrawn} />
        ) : (
          <Empty title={t('charts.editor.none')} hint={t('charts.editor.noneHint')} />
        )}
      </div>
    </div>
  )
}
