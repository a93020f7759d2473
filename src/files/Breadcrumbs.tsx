import { CopyOutlined } from '@ant-design/icons'
import { Button, Dropdown, Tooltip } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FileRecord, files } from '#contract/files.ts'
import { call } from '#providers/call.ts'
import type { ActionContext } from './action-context.ts'
import { dropTarget } from './drag.ts'

type Step = { hash: string; name: string }
type Go = (hash: string | null) => void
/** Longer paths are shortened in the middle. */
const STEPS_SHOWN = 4
/** Maximum number of sibling folders in a step's menu; others are reached by opening the parent folder. */
const SIBLINGS_SHOWN = 200

/** Keeps the first and the last steps, because the current place matters more than the way to it. */
export function shortened<T>(steps: readonly T[]): { head: T[]; hidden: T[]; tail: T[] } {
  if (steps.length <= STEPS_SHOWN) return { head: [], hidden: [], tail: [...steps] }
  return { head: steps.slice(0, 1), hidden: steps.slice(1, -2), tail: steps.slice(-2) }
}

export function Breadcrumbs({ context, above, onGo }: { context: ActionContext; above: Step[]; onGo: Go }) {
  const { t } = useTranslation()
  const { head, hidden, tail } = shortened(above)
  const { folder } = context
  const go = ({ hash, name }: Step) => onGo(name ? hash : null)
  const link = (step: Step) => (
    <li key={step.hash}>
      <button type="button" className="crumb" onClick={() => go(step)} {...dropTarget(context, step, () => go(step))}>
        {step.name || t('files.root')}
      </button>
      <Siblings spaceId={context.space.id} parent={step} onGo={onGo} />
    </li>
  )
  return (
    <nav className="crumbs" aria-label={t('files.path')}>
      <ol>
        {head.map(link)}
        {hidden.length > 0 && (
          <li>
            <Dropdown
              trigger={['click']}
              menu={{
                items: hidden.map((step) => ({ key: step.hash, label: step.name, onClick: () => onGo(step.hash) })),
              }}
            >
              <button type="button" className="crumb" aria-label={t('files.more')}>
                …
              </button>
            </Dropdown>
            <span className="crumb-separator">/</span>
          </li>
        )}
        {tail.map(link)}
        {folder && (
          <li aria-current="page">
            <b title={folder.name}>{folder.name || t('files.root')}</b>
          </li>
        )}
      </ol>
      {folder?.phash && <CopyPath context={context} path={folder.path} />}
    </nav>
  )
}

function CopyPath({ context, path }: { context: ActionContext; path: string }) {
  const { t } = useTranslation()
  return (
    <Tooltip title={t('files.copyPlace')}>
      <Button
        type="text"
        size="small"
        icon={<CopyOutlined />}
        aria-label={t('files.copyPlace')}
        onClick={() => void context.copy(path, 'files.said.placeCopied')}
      />
    </Tooltip>
  )
}

/** The separator between two steps opens a menu of the folders at that level. */
function Siblings({ spaceId, parent, onGo }: { spaceId: string; parent: Step; onGo: Go }) {
  const { t } = useTranslation()
  const [folders, setFolders] = useState<readonly FileRecord[] | null>(null)
  const load = async (isOpen: boolean) => {
    if (!isOpen) return
    const page = await call(files.list, {
      spaceId,
      hash: parent.hash,
      kind: 'folder',
      size: SIBLINGS_SHOWN,
    })
    setFolders(page.list)
  }
  const items = folders?.map(({ hash, name }) => ({ key: hash, label: name, onClick: () => onGo(hash) }))
  return (
    <Dropdown
      trigger={['click']}
      onOpenChange={(isOpen) => void load(isOpen)}
      menu={{
        className: 'crumb-siblings',
        items: items ?? [{ key: 'wait', disabled: true, label: <span className="skeleton wait" /> }],
      }}
    >
      <button
        type="button"
        className="crumb-separator"
        aria-label={t('files.siblings', { folder: parent.name || t('files.root') })}
      >
        /
      </button>
    </Dropdown>
  )
}
