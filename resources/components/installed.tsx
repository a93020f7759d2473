import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { App, Button, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Component, components } from '#contract/components.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { FilterRow } from '../../src/widgets/FilterRow.tsx'
import { SearchField } from '../../src/widgets/SearchField.tsx'
import type { Address } from './address.ts'
import { keys, useComponentCache } from './cache.ts'
import { ComponentCard } from './card.tsx'
import { ComponentGrid } from './grid.tsx'

/** The installed components, with a switch for each and their actions. */
export function Installed({ address }: { address: Address }) {
  const { t } = useTranslation()
  const { q } = address.view
  const query = useInfiniteQuery({
    queryKey: [...keys.installed, q],
    ...byPages((after) =>
      call(
        components.list,
        {
          ...(q && { q }),
          ...after,
        },
        { quiet: true },
      ),
    ),
    placeholderData: keepPreviousData,
  })
  const items = query.data?.pages.flatMap((page) => page.list) ?? []
  return (
    <>
      {(items.length > 0 || q) && (
        <FilterRow onClear={q ? address.clear : null}>
          <SearchField q={q} label={t('components.search')} onSearch={(next) => address.setView({ q: next })} />
        </FilterRow>
      )}
      <ComponentGrid
        query={query}
        items={items}
        label={t('components.tabs.installed')}
        card={(item) => <InstalledCard key={item.id} item={item} editPath={address.editPath(item.id)} />}
        nothing={
          q ? (
            <Empty title={t('components.noHit')}>
              <Button onClick={address.clear}>{t('common.clear')}</Button>
            </Empty>
          ) : (
            <Empty title={t('components.none')} hint={t('components.noneHint')}>
              <Link className="btn primary" to={address.tabPath('market')}>
                {t('components.toMarket')}
              </Link>
            </Empty>
          )
        }
      />
    </>
  )
}

function InstalledCard({ item, editPath }: { item: Component; editPath: { search: string } }) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const refresh = useComponentCache()
  const { run, isBusy, problem } = useTask()
  const { id, name, isOn } = item
  const turn = () =>
    run(async () => {
      await call(components.turn, { id, isOn: !isOn }, { quiet: true })
      await refresh()
    })
  const remove = () =>
    modal.confirm({
      title: t('components.remove.title', { name }),
      content: t('components.remove.loses'),
      okText: t('components.remove.button'),
      cancelText: t('common.cancel'),
      autoFocusButton: 'cancel',
      okButtonProps: { danger: true },
      onOk: () =>
        run(async () => {
          await call(components.remove, { id }, { quiet: true })
          void message.success(t('components.remove.done', { name }))
          await refresh()
        }),
    })
  return (
    <ComponentCard
      item={item}
      state={
        <Switch
          checked={isOn}
          loading={isBusy}
          onChange={turn}
          aria-label={t('components.turn', { name })}
          title={isOn ? t('components.on') : t('components.off')}
        />
      }
    >
      {problem && <span role="alert">{problem}</span>}
      <Link className="btn" to={editPath} state={{ isLayer: true }}>
        {t('components.edit')}
      </Link>
      <Button type="text" danger onClick={remove} disabled={isBusy}>
        {t('components.remove.button')}
      </Button>
    </ComponentCard>
  )
}
