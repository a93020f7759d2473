import { useQuery } from '@tanstack/react-query'
import { Checkbox, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import type { CellType } from '#contract/tables/columns.ts'
import { sentenceOf } from '#providers/call.ts'
import { TextSkeleton } from '../../src/widgets/Skeleton.tsx'
import { previewQuery } from './change-preview.ts'
import { type ColumnProps, OptionsField, TypeField } from './column-basics.tsx'
import { type ColumnValues, changeIn } from './column-changes.ts'
import { OffsetField } from './offset-field.tsx'
import { valuesIn } from './values-in.ts'

/** Another type, and what would get lost by it. */
export function TypeChange({ table, column, changes, isLossy, onLossy }: ColumnProps) {
  const { t } = useTranslation()
  const type = Form.useWatch<CellType | undefined>('type') ?? column.type
  const offsetMinutes = Form.useWatch<number | undefined>(['format', 'offsetMinutes'])
  const isRead = type === 'datetime' && column.type !== 'datetime'
  const format = { ...column.format, ...(isRead && { offsetMinutes }) }
  const values = { type, format } as ColumnValues
  const change = changeIn({ table, target: { kind: 'type', column }, values, isLossy: true })
  return (
    <>
      <TypeField />
      <OptionsField spaceId={table.spaceId} type={type} />
      {isRead && <OffsetField placeholder={t('tables.format.readAsUtc')} />}
      {type !== column.type && (
        <Losses
          key={`${type} ${offsetMinutes}`}
          table={table}
          column={column}
          change={change}
          isLossy={isLossy}
          onLossy={onLossy}
          saving={changes.saving}
        />
      )}
    </>
  )
}

type LossProps = Pick<ColumnProps, 'table' | 'column' | 'isLossy' | 'onLossy'> & {
  change: ReturnType<typeof changeIn>
  saving: string
}

/** Warns which values would be lost by a change of type. */
function Losses({ table, column, change, isLossy, onLossy }: LossProps) {
  const { t } = useTranslation()
  const { data, error } = useQuery(previewQuery(table, change))
  const values = useQuery(valuesIn(table, column.id))
  const failure = error ?? values.error
  if (failure) return <p role="alert">{sentenceOf(failure)}</p>
  if (!data || values.data === undefined) return <TextSkeleton lines={2} />
  if (data.lost === 0) return <p role="status">{t('tables.loss.none', { count: values.data })}</p>
  const lost = data.examples.filter(({ to }) => !to)
  return (
    <div className="column-loss" role="status">
      <p>{t('tables.loss.some', { count: data.lost, all: values.data })}</p>
      <p>{lost.map(({ from }) => from.slice(0, 40)).join(' · ')}</p>
      <Checkbox checked={isLossy} onChange={({ target }) => onLossy(target.checked)}>
        {t('tables.loss.accept')}
      </Checkbox>
    </div>
  )
}
