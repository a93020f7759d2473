import { AppstoreOutlined, BarsOutlined, DeleteOutlined, EllipsisOutlined, InfoCircleOutlined } from '@ant-design/icons'
import { Button, Dropdown, Input, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { verdictWords } from '../widgets/verdict.ts'
import type { Action } from './actions/action.ts'
import { actions } from './actions/index.ts'
import type { Desk } from './desk.ts'
import { useMenuItems } from './menu-items.tsx'
import type { ViewChoice } from './use-view-choice.ts'

type Props = {
  desk: Desk
  view: ViewChoice
  q: string
  onSearch: (q: string) => void
  isTrash: boolean
  onTrash: (isOpen: boolean) => void
  isDetailed: boolean
  onDetails: (isOpen: boolean) => void
}
/** What stands in the bar itself; the rest is behind the dots. */
const inBar = new Set([
  'uploadFiles',
  'uploadFolder',
  'newFolder',
  'preview',
  'download',
  'rename',
  'moveTo',
  'remove',
  'paste',
])

export function Toolbar({ desk, view, q, onSearch, isTrash, onTrash, isDetailed, onDetails }: Props) {
  const { t } = useTranslation()
  const items = useMenuItems(desk)
  const bar = isTrash ? [] : actions.filter((action) => inBar.has(action.name) && action.isVisible(desk))
  return (
    <div className="files-toolbar" role="toolbar" aria-label={t('files.title')}>
      {bar.map((action) => (
        <ActionButton key={action.name} action={action} desk={desk} isMain={action.name === 'uploadFiles'} />
      ))}
      {!isTrash && (
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
        maxLength={255}
      />
      <Tooltip title={view.kind === 'list' ? t('files.view.grid') : t('files.view.list')}>
        <Button
          type="text"
          icon={view.kind === 'list' ? <AppstoreOutlined /> : <BarsOutlined />}
          aria-label={view.kind === 'list' ? t('files.view.grid') : t('files.view.list')}
          onClick={() => view.setKind(view.kind === 'list' ? 'grid' : 'list')}
        />
      </Tooltip>
      {desk.facts.myRole && (
        <Tooltip title={t('trash.title')}>
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('trash.title')}
            aria-pressed={isTrash}
            onClick={() => onTrash(!isTrash)}
          />
        </Tooltip>
      )}
      <Tooltip title={t('files.details.title')}>
        <Button
          type="text"
          icon={<InfoCircleOutlined />}
          aria-label={t('files.details.title')}
          aria-pressed={isDetailed}
          onClick={() => onDetails(!isDetailed)}
        />
      </Tooltip>
    </div>
  )
}

function ActionButton({ action, desk, isMain }: { action: Action; desk: Desk; isMain: boolean }) {
  const { t } = useTranslation()
  const refusal = action.refusal(desk)
  const why = refusal ? verdictWords(t, refusal) : ''
  return (
    <Tooltip title={why || (action.shortcut ? `${t(`files.actions.${action.name}`)} · ${action.shortcut}` : '')}>
      <Button
        type={isMain ? 'primary' : 'text'}
        icon={<span aria-hidden="true">{action.icon}</span>}
        aria-label={t(`files.actions.${action.name}`)}
        disabled={refusal !== null}
        onClick={() => void action.run(desk)}
      >
        <span className="label">{t(`files.actions.${action.name}`)}</span>
      </Button>
    </Tooltip>
  )
}
