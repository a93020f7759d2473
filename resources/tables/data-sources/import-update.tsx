import { Alert, Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { type DataSourceKind, isFileKind } from '#contract/data-sources.ts'
import { SourceImportMode, sourceImports } from '#contract/source-imports.ts'
import type { Column } from '#contract/tables/columns.ts'
import { useFields } from '../../../src/widgets/use-fields.ts'
import { HERE, type PlannedColumn } from '../import-plan.ts'
import { MisfitsField } from '../misfits-field.tsx'
import type { ImportValues } from './import-values.ts'
import { keyColumns, keysWish, type Sampled } from './reading.ts'
import { ZoneSelect } from './zone-select.tsx'

type Props = {
  values: ImportValues
  plan: readonly PlannedColumn[]
  columns: Column[] | null
  seen: Sampled
  kind: DataSourceKind
}

/** How rows come into the table at each run, and which are read again. */
export function UpdateFields({ values, plan, columns, seen, kind }: Props) {
  const { t } = useTranslation()
  const field = useFields(sourceImports.create.input, 'sourceImports')
  const { mode, watermark, schedule } = values
  const keys = keyColumns(plan, columns)
  const ordered = seen.columns.filter(({ isOrdered }) => isOrdered)
  const hasTimes = plan.some(({ isTaken, type }) => isTaken && type === 'datetime')
  return (
    <>
      <div className="import-pair">
        <Form.Item {...field('mode')} label={t('tableFiles.import.mode')}>
          <Select
            options={SourceImportMode.options.map((value) => ({ value, label: t(`tableFiles.import.modes.${value}`) }))}
          />
        </Form.Item>
        {mode === 'upsert' && (
          <Form.Item
            name="keys"
            label={t('tableFiles.import.keys')}
            extra={t('tableFiles.import.keysHint')}
            rules={[
              {
                validator: async (_rule, chosen: number[]) => {
                  if (!keysWish(chosen, plan, columns).length) throw new Error(t('sourceImports.keys.invalid'))
                },
              },
            ]}
          >
            <KeysSelect keys={keys} />
          </Form.Item>
        )}
        {mode !== 'replace' && !isFileKind(kind) && (
          <Form.Item
            {...field('watermark')}
            extra={t(watermark ? `sourceImports.watermark.hints.${mode}` : 'sourceImports.watermark.allHint')}
          >
            <Select
              options={[
                { value: '', label: t('sourceImports.watermark.none') },
                ...ordered.map(({ name, type }) => ({ value: name, label: `${name} · ${type}` })),
              ]}
            />
          </Form.Item>
        )}
        {hasTimes && (
          <Form.Item name="zone" label={t('tableFiles.import.zone')} initialValue={HERE}>
            <ZoneSelect />
          </Form.Item>
        )}
      </div>
      {isFileKind(kind) && (
        <p className="import-hint">{t(`sourceImports.wholeHints.${kind === 'tableApi' ? 'tableApi' : 'file'}`)}</p>
      )}
      {mode === 'append' && !watermark && schedule !== null && 'cron' in schedule && (
        <Alert type="warning" title={t('sourceImports.repeats')} className="source-warning" />
      )}
      <Form.Item name="misfits" noStyle>
        <MisfitsChoice />
      </Form.Item>
    </>
  )
}

type KeysProps = {
  keys: ReturnType<typeof keyColumns>
  id?: string
  value?: number[]
  onChange?: (keys: number[]) => void
}

/** Chooses keys; one whose column is no longer imported disappears. */
function KeysSelect({ keys, id, value = [], onChange }: KeysProps) {
  return (
    <Select
      id={id}
      mode="multiple"
      value={value.filter((key) => keys.some((one) => one.id === key))}
      options={keys.map((one) => ({ value: one.id, label: one.name }))}
      onChange={onChange}
    />
  )
}

/** The field of files, as a control of this form. */
function MisfitsChoice({ value = 'giveBack', onChange }: Partial<Parameters<typeof MisfitsField>[0]>) {
  return <MisfitsField value={value} onChange={(misfits) => onChange?.(misfits)} />
}
