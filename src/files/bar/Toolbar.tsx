import { ApartmentOutlined, CloseOutlined, InfoCircleOutlined } from '@ant-design/icons'
import { Button, Input, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { SEARCH_TEXT_MAX } from '#contract/core/limits.ts'
import { useNarrow } from '#widgets/viewport.ts'
import { clearing } from '../../widgets/clearing.tsx'
import type { ActionContext } from '../action-context.ts'
import type { Place } from '../places/place.ts'
import type { ViewChoice } from '../use-view-choice.ts'
import { BarActions } from './BarActions.tsx'
import { NamedButton } from './NamedButton.tsx'
import { Places } from './Places.tsx'
import { ViewMenu } from './ViewMenu.tsx'

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
  onClear: () => void
}

/** One line at every width: what does not fit is in its menus. On a phone the search has a line of its own. */
export function Toolbar(props: Props) {
  const { context, view, q, onSearch, place, onPlace, isDetailed, onDetails, hasTree, onTree, onClear } = props
  const { t } = useTranslation()
  const isNarrow = useNarrow()
  return (
    <div className="files-toolbar" role="toolbar" aria-label={t('files.title')}>
      {!place && !isNarrow && (
        <Tooltip rootClassName="bar-tip" title={t('files.tree.toggle')}>
          <Button
            type="text"
            icon={<ApartmentOutlined />}
            aria-label={t('files.tree.toggle')}
            aria-pressed={hasTree}
            onClick={() => onTree(!hasTree)}
          />
        </Tooltip>
      )}
      {place ? (
        <span className="bar-actions" />
      ) : isNarrow && context.count > 0 ? (
        <span className="bar-actions">
          <Button type="text" icon={<CloseOutlined />} aria-label={t('files.keys.escape.does')} onClick={onClear} />
          <b className="selected-count">{t('files.selectedCount', { count: context.count })}</b>
        </span>
      ) : (
        <BarActions context={context} />
      )}
      <Input.Search
        className="files-search"
        value={q}
        onChange={(event) => onSearch(event.target.value)}
        placeholder={t('files.search.placeholder')}
        aria-label={t('files.search.placeholder')}
        allowClear={clearing}
        maxLength={SEARCH_TEXT_MAX}
      />
      {!place && <ViewMenu view={view} />}
      <Places context={context} place={place} onPlace={onPlace} />
      <NamedButton
        icon={<InfoCircleOutlined />}
        hint={t('files.details.title')}
        isPressed={isDetailed && !place}
        // The button is disabled and not removed, so that what was just pressed stays under the pointer.
        disabled={place !== null}
        onClick={() => onDetails(!isDetailed)}
      >
        {t('files.details.title')}
      </NamedButton>
    </div>
  )
}
