import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#contract/core/operation.ts'
import type { CellHistory, ColumnHistory } from '#contract/tables/changes.ts'
import type { Cell, Column } from '#contract/tables/columns.ts'
import { offsetText } from '#contract/tables/values.ts'
import { tables } from '#contract/tables.ts'
import { call } from '#providers/call.ts'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { TextSkeleton } from '../../src/widgets/Skeleton.tsx'
import type { TableContext } from './context.ts'
import type { HistoryOf } from './history-of.ts'
import { showValue } from './show-value.ts'
import { useWords } from './use-words.ts'

type Props = { context: TableContext; change: number; of: HistoryOf }
/** Cells and columns of one change that are listed (our choice). */
const LISTED_MAX = 50

/** The effects of a change on columns and on the first cells, before and after. */
export function ChangeDetails({ context, change, of }: Props) {
  const { table } = context
  const query = useQuery({
    queryKey: ['tables', table.spaceId, 'changed-cells', table.id, change, of],
    queryFn: ({ signal }) =>
      call(tables.changedCells, { spaceId: table.spaceId, id: table.id, change, ...of }, { quiet: true, signal }),
  })
  if (query.isPending) return <TextSkeleton lines={2} />
  if (query.isError) return <NotLoaded error={query.error} onRetry={query.refetch} isInline />
  return <Told {...query.data} />
}

function Told({ columns, cells, names }: DataOf<typeof tables.changedCells>) {
  const { t } = useTranslation()
  const words = useWords(new Map(Object.entries(names)))
  const settings = columns.flatMap((one) => changedSettings(one, t))
  const byId = new Map(columns.map((one) => [one.id, one]))
  const textOf = (column: Column | null, value: Cell) => {
    const view = column && showValue({ ...column, rules: {} }, value, undefined, words)
    return view?.shown || view?.text || ''
  }
  const cellWords = ({ column, before, after }: CellHistory) => {
    const one = byId.get(column)
    return {
      name: (one?.after ?? one?.before)?.name ?? '',
      before: textOf(one?.before ?? one?.after ?? null, before),
      after: textOf(one?.after ?? one?.before ?? null, after),
    }
  }
  const told = [
    ...settings.map((one) => ({ key: `${one.id} ${one.setting}`, ...one })),
    ...cells.map((one) => ({ key: `${one.row} ${one.column}`, ...cellWords(one) })),
  ]
  if (told.length === 0) return <p className="soft">{t('tables.history.noCells')}</p>
  return (
    <ul className="table-history-cells num">
      {told.slice(0, LISTED_MAX).map(({ key, name, before, after }) => (
        <li key={key}>
          <span>{name}</span>{' '}
          {before && (
            <>
              <del>{before}</del> →{' '}
            </>
          )}
          {after ? <ins>{after}</ins> : <span>{t('tables.history.empty')}</span>}
        </li>
      ))}
      {told.length > LISTED_MAX && <li>{t('tables.history.moreCells')}</li>}
    </ul>
  )
}

/** The settings of a column that a change modified, before and after; none for a column that was added or removed. */
function changedSettings({ id, before, after }: ColumnHistory, t: TFunction) {
  if (!before || !after) return []
  const [then, now] = [settingsOf(before, t), settingsOf(after, t)]
  return [...then.keys()].flatMap((setting) => {
    const [was, is] = [then.get(setting) ?? '', now.get(setting) ?? '']
    const name = t('tables.history.setting', { column: before.name, setting })
    return was === is ? [] : [{ id, setting, name, before: was, after: is }]
  })
}

/** The settings of a column by name. */
function settingsOf({ rules, format, ...column }: Column, t: TFunction): Map<string, string> {
  const flag = (is: boolean | undefined) => (is ? t('tables.yes') : '')
  return new Map([
    [t('tables.column.name.label'), column.name],
    [t('tables.column.type.label'), t(`tables.types.${column.type}`)],
    [t('tables.column.unit.label'), column.unit],
    [t('tables.column.description.label'), column.description],
    [t('tables.column.formula.label'), column.formula ?? ''],
    [t('tables.column.options.label'), column.options.join(t('tables.comma'))],
    [t('tables.format.decimals'), String(format.decimals ?? '')],
    [t('tables.format.isGrouped'), flag(format.isGrouped)],
    [t('tables.format.isPercent'), flag(format.isPercent)],
    [
      t('tables.format.offsetMinutes'),
      format.offsetMinutes === undefined ? '' : `UTC${offsetText(format.offsetMinutes)}`,
    ],
    [t('tables.rules.isRequired'), flag(rules.isRequired)],
    [t('tables.rules.isUnique'), flag(rules.isUnique)],
    [t('tables.rules.isStrict'), flag(rules.isStrict)],
    [t('tables.rules.least'), rules.least ?? ''],
    [t('tables.rules.greatest'), rules.greatest ?? ''],
    [t('tables.rules.lengthMin'), String(rules.lengthMin ?? '')],
    [t('tables.rules.lengthMax'), String(rules.lengthMax ?? '')],
    [t('tables.rules.pattern'), rules.pattern ?? ''],
  ])
}
