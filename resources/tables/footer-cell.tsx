import { Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Column } from '#contract/tables/columns.ts'
import { type AggregateKind, aggregatesOf } from '#contract/tables/looks.ts'
import { shownAggregate } from './aggregate-text.ts'
import type { Words } from './show-value.ts'
import type { Told } from './use-groups.ts'
import type { View } from './use-view.ts'

type Props = { column: Column; view: View; told: Told | null; words: Words }

/** The aggregate of all matching rows in a column, with a menu to choose the aggregate. */
export function FooterCell({ column, view, told, words }: Props) {
  const { t } = useTranslation()
  const { aggregates } = view.state
  const kinds = aggregatesOf[column.type]
  const chosen = kinds.find((kind) => kind === aggregates[column.id])
  const choose = (kind: AggregateKind | null) => {
    const { [column.id]: _, ...others } = aggregates
    view.look({ aggregates: kind ? { ...others, [column.id]: kind } : others })
  }
  const text = told && chosen ? shownAggregate(column, told, words) : ''
  const what = chosen ? `${t(`tables.aggregates.${chosen}`)} ${text}` : t('tables.aggregates.none')
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectedKeys: [chosen ?? 'none'],
        items: [
          { key: 'none', label: t('tables.aggregates.none'), onClick: () => choose(null) },
          ...kinds.map((kind) => ({ key: kind, label: t(`tables.aggregates.${kind}`), onClick: () => choose(kind) })),
        ],
      }}
    >
      <button type="button" className={chosen ? 'aggregate' : 'aggregate none'}>
        <span className="sr-only">{t('tables.aggregates.of', { column: column.name, what: what.trim() })}</span>
        <small aria-hidden="true">{t(chosen ? `tables.aggregates.${chosen}` : 'tables.aggregates.choose')}</small>
        {text && (
          <b aria-hidden="true" title={told?.aggregates.get(column.id) ?? ''}>
            {text}
          </b>
        )}
      </button>
    </Dropdown>
  )
}
