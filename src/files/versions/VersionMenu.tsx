import { MoreOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { can, type Permission } from '#contract/core/policy.ts'
import type { FileRecord } from '#contract/files.ts'
import { type Version, versions } from '#contract/versions.ts'
import { addressOf } from '#providers/address.ts'
import { call } from '#providers/call.ts'
import { formatBytes } from '../../widgets/format.ts'
import type { ActionContext } from '../action-context.ts'
import { fileContextOf } from '../actions/action.ts'
import { versionsKey } from './use-versions.ts'

type Props = { context: ActionContext; record: FileRecord; version: Version }

/** The menu of a version's actions. */
export function VersionMenu({ context, record, version }: Props) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const client = useQueryClient()
  const { number, isCurrent, isPinned } = version
  const one = { spaceId: context.space.id, hash: record.hash, number }
  const may = (permission: Extract<Permission, 'file.edit' | 'file.delete' | 'file.download'>) =>
    can(context.actor, permission, fileContextOf(record, context))
  const changed = () => client.invalidateQueries({ queryKey: versionsKey(one.spaceId, one.hash) })

  async function restore() {
    await call(versions.restore, one)
    context.say('versions.restoring')
  }
  async function pin() {
    await call(versions.describe, { ...one, isPinned: !isPinned })
    await changed()
  }
  const remove = () =>
    modal.confirm({
      title: t('versions.removeAsk', { number }),
      content: t('versions.removeHint'),
      okText: t('versions.actions.remove'),
      okButtonProps: { danger: true },
      onOk: async () => {
        const { freedBytes } = await call(versions.remove, { ...one, numbers: [number] })
        await changed()
        void context.reload()
        void message.success(t('versions.removed', { size: formatBytes(freedBytes) }))
      },
    })
  const all = [
    { key: 'look', isFor: true, run: () => context.ask('lookAtVersion', { record, version }) },
    {
      key: 'download',
      isFor: may('file.download'),
      run: () => location.assign(addressOf(versions.content, { ...one, download: '1' })),
    },
    { key: 'compare', isFor: !isCurrent, run: () => context.ask('compareVersions', { record, version }) },
    { key: 'restore', isFor: !isCurrent && may('file.edit'), run: restore },
    { key: 'describe', isFor: may('file.edit'), run: () => context.ask('describeVersion', { record, version }) },
    { key: isPinned ? 'unpin' : 'pin', isFor: may('file.edit'), run: pin },
    { key: 'remove', isFor: !isCurrent && may('file.delete'), run: remove },
  ] as const
  const shown = all.filter(({ isFor }) => isFor)
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: shown.map(({ key }) => ({ key, label: t(`versions.actions.${key}`), danger: key === 'remove' })),
        onClick: ({ key }) => void shown.find((one) => one.key === key)?.run(),
      }}
    >
      <Button
        className="history-menu"
        type="text"
        size="small"
        icon={<MoreOutlined />}
        aria-label={t('versions.more', { number })}
      />
    </Dropdown>
  )
}
