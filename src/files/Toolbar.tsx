import {
  ApartmentOutlined,
  AppstoreOutlined,
  BarsOutlined,
  CompassOutlined,
  EllipsisOutlined,
  InfoCircleOutlined,
  SortAscendingOutlined,
  SortDescendingOutlined,
} from '@ant-design/icons'
import { Button, Dropdown, Input, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { SEARCH_TEXT_MAX } from '#contract/core/limits.ts'
import { FileSort } from '#contract/files.ts'
import { useNarrow } from '#widgets/viewport.ts'
import { verdictWords } from '../rights/verdict.ts'
import { shortcutHere } from '../widgets/shortcut.ts'
import type { ActionContext } from './action-context.ts'
import type { Action } from './actions/action.ts'
import { actions } from './actions/index.ts'
import { useMenuItems } from './menu-items.tsx'
import { places } from './places/index.ts'
import type { Place } from './places/place.ts'
import type { ViewChoice } from './use-view-choice.ts'

type Props = {
  context: ActionContext
  view: ViewChoice
  q: string
  onSearch: (q: string) => void
  place: Place | null
  onPlace: (id: string | null) => void
  isDetailed: boolean
  onDetails: (isOpen: boolean) => void
  hasTree: boolean
  onTree: (isOpen: boolean) => void
}

export function Toolbar({ context, view, q, onSearch, place, onPlace, isDetailed, onDetails, hasTree, onTree }: Props) {
  const { t } = useTranslation()
  const items = useMenuItems(context)
  const isNarrow = useNarrow()
  const bar = place ? [] : actions.filter((action) => action.bar && action.isVisible(context))
  return (
    <div className="files-toolbar" role="toolbar" aria-label={t('files.title')}>
      {!place && !isNarrow && (
        <Tooltip title={t('files.tree.toggle')}>
          <Button
            type="text"
            icon={<ApartmentOutlined />}
            aria-label={t('files.tree.toggle')}
            aria-pressed={hasTree}
            onClick={() => onTree(!hasTree)}
          />
        </Tooltip>
      )}
      {bar.map((action) => (
        <ActionButton key={action.name} action={action} context={context} />
      ))}
      {!place && (
        <Dropdown menu={{ items }} trigger={['click']}>
          <Button type="text" icon={<EllipsisOutlined />} aria-label={t('files.more')} />
        </Dropdown>
      )}
      <Input.Search
        className="files-search"
        value={q}
        onChange={(event) => onSearch(event.target.value)}
        placeholder={t('files.search.placeholder')}
        aria-label={t('files.search.placeholder')}
        allowClear
        maxLength={SEARCH_TEXT_MAX}
      />
      {!place && (view.kind === 'grid' || isNarrow) && <SortChoice view={view} />}
      {!place && (
        <Tooltip title={view.kind === 'list' ? t('files.view.grid') : t('files.view.list')}>
          <Button
            type="text"
            icon={view.kind === 'list' ? <AppstoreOutlined /> : <BarsOutlined />}
            aria-label={view.kind === 'list' ? t('files.view.grid') : t('files.view.list')}
            onClick={() => view.setKind(view.kind === 'list' ? 'grid' : 'list')}
          />
        </Tooltip>
      )}
      <Places context={context} place={place} onPlace={onPlace} />
      <Tooltip title={t('files.details.title')}>
        <Button
          type="text"
          icon={<InfoCircleOutlined />}
          aria-label={t('files.details.title')}
          aria-pressed={isDetailed && !place}
          // The button is disabled and not removed, so that the view button just pressed stays under the pointer.
          disabled={place !== null}
          onClick={() => onDetails(!isDetailed)}
        />
      </Tooltip>
    </div>
  )
}

/** The views beside the folder: one button each, or one menu on narrow screens. */
function Places({ context, place, onPlace }: Pick<Props, 'context' | 'place' | 'onPlace'>) {
  const { t } = useTranslation()
  const isNarrow = useNarrow()
  const open = places
    .filter(({ isFor }) => isFor(context.space, context.actor !== null))
    .map(({ id, icon, title }) => {
      const isHere = place?.id === id
      return { id, icon, title: title(t), isHere, go: () => onPlace(isHere ? null : id) }
    })
  if (isNarrow && open.length > 1) {
    const items = open.map(({ id, icon, title, go }) => ({ key: id, icon, label: title, onClick: go }))
    return (
      <Dropdown menu={{ items, selectable: true, selectedKeys: place ? [place.id] : [] }} trigger={['click']}>
        <Button
          type="text"
          icon={place?.icon ?? <CompassOutlined />}
          aria-label={t('files.places')}
          aria-pressed={place !== null}
        />
      </Dropdown>
    )
  }
  return open.map(({ id, icon, title, isHere, go }) => (
    <Tooltip key={id} title={title}>
      <Button type="text" icon={icon} aria-label={title} aria-pressed={isHere} onClick={go} />
    </Tooltip>
  ))
}

function ActionButton({ action, context }: { action: Action; context: ActionContext }) {
  const { t } = useTranslation()
  const refusal = action.refusal(context)
  const why = refusal ? verdictWords(t, refusal) : ''
  return (
    <Tooltip
      title={why || (action.shortcut ? `${t(`files.actions.${action.name}`)} · ${shortcutHere(action.shortcut)}` : '')}
    >
      <Button
        type={action.bar === 'main' ? 'primary' : 'text'}
        icon={<span aria-hidden="true">{action.icon}</span>}
        aria-label={t(`files.actions.${action.name}`)}
        disabled={refusal !== null}
        onClick={() => void action.run(context)}
      >
        <span className="label">{t(`files.actions.${action.name}`)}</span>
      </Button>
    </Tooltip>
  )
}

/** The sort order for views without column heads: cards, and rows on a phone. */
function SortChoice({ view }: { view: ViewChoice }) {
  const { t } = useTranslation()
  const isRising = view.order === 'asc'
  const items = FileSort.options.map((sort) => ({
    key: sort,
    label: `${t(`files.columns.${sort}`)}${view.sort === sort ? (isRising ? ' ↑' : ' ↓') : ''}`,
    onClick: () => view.sortBy(sort),
  }))
  return (
    <Dropdown menu={{ items, selectable: true, selectedKeys: [view.sort] }} trigger={['click']}>
      <Button
        type="text"
        icon={isRising ? <SortAscendingOutlined /> : <SortDescendingOutlined />}
        aria-label={t('files.view.sort')}
      />
    </Dropdown>
  )
}
