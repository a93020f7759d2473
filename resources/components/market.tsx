import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { components, type MarketItem } from '#contract/components.ts'
import { call } from '#providers/call.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { FilterRow } from '../../src/widgets/FilterRow.tsx'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { SearchField } from '../../src/widgets/SearchField.tsx'
import type { Address } from './address.ts'
import { keys } from './cache.ts'
import { ComponentCard } from './card.tsx'
import { ComponentGrid } from './grid.tsx'
import { useMarket } from './use-market.ts'

/** Categories of the market, with how many components each has. */
export const useCategories = () =>
  useQuery({ queryKey: keys.categories, queryFn: () => call(components.categories, {}, { quiet: true }) })

const isKnown = (category: string, t: (key: string) => string) => t(`components.categoryNames.${category}`)
/** The translated name of a category; an unknown category keeps the name that its package gives. */
export function useCategoryName(): (category: string) => string {
  const { t, i18n } = useTranslation()
  return (category) =>
    i18n.exists(`components.categoryNames.${category}`) ? isKnown(category, t as (key: string) => string) : category
}

type Props = {
  address: Pick<Address, 'view' | 'setView' | 'clear'>
  /** The button shown for a component. */
  action: (item: MarketItem) => React.ReactNode
}

/** The components of the market, filtered by search text and category. */
export function Market({ address: { view, setView, clear }, action }: Props) {
  const { t } = useTranslation()
  const { query, items, isAsked, isPartial } = useMarket(view)
  const { data = [] } = useCategories()
  const nameOf = useCategoryName()
  return (
    <>
      <FilterRow onClear={isAsked ? clear : null}>
        <SearchField q={view.q} label={t('components.search')} onSearch={(q) => setView({ q })} />
        <Select
          value={view.category}
          onChange={(category) => setView({ category })}
          allowClear
          placeholder={t('components.category')}
          aria-label={t('components.category')}
          popupMatchSelectWidth={false}
          options={data.map(({ category }) => ({ value: category, label: nameOf(category) }))}
        />
      </FilterRow>
      {isPartial && <Alert type="warning" showIcon title={t('components.partial')} />}
      <ComponentGrid
        query={query}
        items={items}
        label={t('components.tabs.market')}
        card={(item) => (
          <ComponentCard key={item.id} item={item} state={<State item={item} />}>
            {action(item)}
          </ComponentCard>
        )}
        nothing={
          isAsked ? (
            <Empty title={t('components.noHit')}>
              <Button onClick={clear}>{t('common.clear')}</Button>
            </Empty>
          ) : (
            <Empty title={t('components.emptyMarket')} />
          )
        }
      />
    </>
  )
}

function State({ item: { installed, version } }: { item: MarketItem }) {
  const { t } = useTranslation()
  if (!installed) return null
  return installed === version ? (
    <span className="tag good">{t('components.installedTag')}</span>
  ) : (
    <span className="tag warn">{t('components.olderTag', { version: installed })}</span>
  )
}

/** The categories with the number of components in each; each one links to its filtered market. */
export function Categories({ address }: { address: Address }) {
  const { t } = useTranslation()
  const query = useCategories()
  const nameOf = useCategoryName()
  if (query.isError && !query.data) return <NotLoaded error={query.error} onRetry={query.refetch} />
  if (query.data && !query.data.length) return <Empty title={t('components.emptyMarket')} />
  return (
    <ul className="component-categories" aria-busy={!query.data} aria-label={t('components.tabs.categories')}>
      {query.data?.map(({ category, count }) => (
        <li key={category}>
          <Link to={address.categoryPath(category)}>
            <b>{nameOf(category)}</b>
            <span className="num">{t('components.count', { count })}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
