import { Button, Checkbox, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { COLUMN_NAME_MAX } from '#contract/core/limits.ts'
import type { ProposedColumn } from '#contract/table-files.ts'
import { type CellType, type Column, ColumnName } from '#contract/tables/columns.ts'
import { formatList } from '../../src/widgets/format.ts'
import { formatFor, labelOf, type PlannedColumn, percentsIn, warningsIn } from './import-plan.ts'
import { shownNumber } from './show-value.ts'

type Props = {
  proposed: readonly ProposedColumn[]
  plan: readonly PlannedColumn[]
  /** The columns of the table that takes the rows; null: a new one. */
  columns: readonly Column[] | null
  /** Values have types already: parsing options are only shown for columns whose type changes. */
  isTyped?: boolean
  onChange: (plan: PlannedColumn[]) => void
}
/** Types that a text of a file can become. */
const TYPES = ['text', 'number', 'date', 'datetime', 'boolean', 'choice', 'choices', 'file', 'person'] as const
/** Those among them that need no options. */
const PLAIN_TYPES = TYPES.filter((type) => type !== 'choice' && type !== 'choices')
/** Those of which a text may be written in several ways. */
const FORMATTED: ReadonlySet<CellType> = new Set(['number', 'date', 'datetime'])
type ReadType = (typeof TYPES)[number]
const isReadType = (type: CellType): type is ReadType => TYPES.some((one) => one === type)

/** The columns of a file: what they hold, and what becomes of each. */
export function ImportColumns({ proposed, plan, columns, isTyped = false, onChange }: Props) {
  const { t } = useTranslation()
  const change = (index: number, set: Partial<PlannedColumn>) =>
    onChange(plan.map((one) => (one.index === index ? { ...one, ...set } : one)))
  return (
    <div className="import-columns">
      <table>
        <caption className="sr-only">
          {t(isTyped ? 'sourceImports.steps.columns' : 'tableFiles.import.columns')}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('tableFiles.import.take')}</th>
            <th scope="col">
              {t(!columns ? 'tableFiles.import.column' : isTyped ? 'sourceImports.fromTo' : 'tableFiles.import.fromTo')}
            </th>
            <th scope="col">{t('tableFiles.import.type')}</th>
            <th scope="col">{t('tableFiles.import.examples')}</th>
          </tr>
        </thead>
        <tbody>
          {plan.map((one) => {
            const column = proposed[one.index]
            return (
              column && (
                <Row
                  key={one.index}
                  one={one}
                  column={column}
                  columns={columns}
                  isTyped={isTyped}
                  onChange={(set) => change(one.index, set)}
                />
              )
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = {
  one: PlannedColumn
  column: ProposedColumn
  columns: readonly Column[] | null
  isTyped: boolean
  onChange: (set: Partial<PlannedColumn>) => void
}

function Row({ one, column, columns, isTyped, onChange }: RowProps) {
  const { t } = useTranslation()
  const label = labelOf(column)
  // The file says itself what its values are: there is nothing to choose.
  const isStated = isTyped ? one.type === column.type : column.values > 0 && column.stated === column.values
  const pick = (id: number | undefined) => {
    const target = columns?.find((candidate) => candidate.id === id)
    const type = target?.type ?? one.type
    onChange({ target: target?.id ?? null, isTaken: target !== undefined, type, format: formatFor(column, type) })
  }
  return (
    <tr>
      <td>
        <Checkbox
          checked={one.isTaken}
          disabled={columns !== null && one.target === null}
          aria-label={t('tableFiles.import.takeOne', { name: label })}
          onChange={({ target }) => onChange({ isTaken: target.checked })}
        />
      </td>
      <td>
        {columns ? (
          <>
            <span className="import-heading">{label}</span>
            <Select
              allowClear
              value={one.target ?? undefined}
              placeholder={t('tableFiles.import.leftOut')}
              aria-label={t('tableFiles.import.targetOf', { name: label })}
              options={columns.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={pick}
            />
          </>
        ) : (
          <Input
            value={one.name}
            maxLength={COLUMN_NAME_MAX}
            status={one.isTaken && !ColumnName.safeParse(one.name).success ? 'error' : ''}
            aria-label={t('tableFiles.import.nameOf', { name: label })}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        )}
      </td>
      <td>
        <Select
          value={one.type}
          disabled={columns !== null}
          aria-label={t('tableFiles.import.typeOf', { name: label })}
          options={(isTyped ? PLAIN_TYPES : TYPES).map((value): { value: CellType; label: string } => ({
            value,
            label: t(`tables.types.${value}`),
          }))}
          onChange={(type: CellType) => onChange({ type, format: formatFor(column, type) })}
        />
        {!isStated && <FormatSelect one={one} label={label} onChange={onChange} />}
        {columns === null && one.type === 'number' && column.percents > 0 && (
          <Checkbox checked={one.isPercent} onChange={({ target }) => onChange({ isPercent: target.checked })}>
            {t('tableFiles.import.isPercent')}
          </Checkbox>
        )}
      </td>
      <td>
        <Values column={column} one={one} columns={columns} isStated={isStated} onChange={onChange} />
      </td>
    </tr>
  )
}

/** The decimal mark of numbers, or the order of day and month. */
function FormatSelect({ one, label, onChange }: Pick<RowProps, 'one' | 'onChange'> & { label: string }) {
  const { t } = useTranslation()
  const { type, format } = one
  const name = t('tableFiles.import.formatOf', { name: label })
  if (type === 'number')
    return (
      <Select
        value={format.decimal ?? '.'}
        aria-label={name}
        options={[
          { value: '.', label: '1,234.5' },
          { value: ',', label: '1.234,5' },
        ]}
        onChange={(decimal: '.' | ',') => onChange({ format: { ...format, decimal } })}
      />
    )
  if (type !== 'date' && type !== 'datetime') return null
  const { dayFirst } = format
  const order = dayFirst === undefined ? 'clear' : dayFirst ? 'day' : 'month'
  return (
    <Select
      value={order}
      aria-label={name}
      options={(['clear', 'day', 'month'] as const).map((value) => ({
        value,
        label: t(`tableFiles.import.orders.${value}`),
      }))}
      onChange={(value) => {
        const { dayFirst: _, ...rest } = format
        onChange({ format: value === 'clear' ? rest : { ...rest, dayFirst: value === 'day' } })
      }}
    />
  )
}

type ValuesProps = Pick<RowProps, 'column' | 'one' | 'columns' | 'onChange'> & { isStated: boolean }

/** An example of how a percentage is stored. */
const FRACTION = '0.02'
const asPercent = (value: string) => shownNumber(value, { isPercent: true })

/** First values, and what people should know of all of them. */
function Values({ column, one, columns, isStated, onChange }: ValuesProps) {
  const { t, i18n } = useTranslation()
  const { missing } = column
  const percents = percentsIn(column, one, columns)
  const examples = isStated && one.isPercent ? column.examples.map(asPercent) : column.examples
  const words = formatList(
    missing.map(({ word }) => t('tableFiles.import.missingWord', { word })),
    i18n.language,
  )
  return (
    <>
      <span className="import-examples" title={examples.join('\n')}>
        {examples.join(' · ')}
      </span>
      {column.empty > 0 && <small>{t('tableFiles.import.empty', { count: column.empty })}</small>}
      {warningsIn(column, one).map(({ kind, count, examples: against }) => (
        <small key={kind} className="warns">
          {t(`tableFiles.import.${kind}`, {
            count,
            type: t(`tables.types.${one.type}`),
            examples: against.join(', '),
          })}
        </small>
      ))}
      {percents > 0 && (
        <small>
          {t('tableFiles.import.percents', { count: percents, percent: asPercent(FRACTION), fraction: FRACTION })}
        </small>
      )}
      {column.stated > 0 && column.stated < column.values && FORMATTED.has(one.type) && (
        <small>{t('tableFiles.import.stated', { count: column.stated })}</small>
      )}
      {columns === null && one.type === 'text' && <Nearly column={column} onChange={onChange} />}
      {missing.length > 0 && (
        <Checkbox checked={one.skipsMissing} onChange={({ target }) => onChange({ skipsMissing: target.checked })}>
          {t('tableFiles.import.missing', { words, count: missing.reduce((sum, { count }) => sum + count, 0) })}
        </Checkbox>
      )}
    </>
  )
}

/** The narrower type that all or nearly all texts fit, and the way to take it. */
function Nearly({ column, onChange }: Pick<RowProps, 'column' | 'onChange'>) {
  const { t } = useTranslation()
  const { nearly, isOrderUnknown } = column
  if (!nearly || !isReadType(nearly.type)) return null
  const type = t(`tables.types.${nearly.type}`)
  const { misfits: count, examples, format } = nearly
  return (
    <small>
      {count > 0
        ? t('tableFiles.import.nearly', { count, type, examples: examples.join(', ') })
        : t(`tableFiles.import.${isOrderUnknown ? 'allAmbiguous' : 'all'}`, { type })}
      <Button type="link" size="small" onClick={() => onChange({ type: nearly.type, format })}>
        {t('tableFiles.import.takeType', { type })}
      </Button>
    </small>
  )
}
