import { MoreOutlined } from '@ant-design/icons'
import { App, Button, Dropdown, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { can } from '#contract/core/policy.ts'
import { type GivenRole, type Member, type Space, spaces } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { useTask } from '#providers/use-task.ts'
import { formatDateTime, formatExact } from '../../src/widgets/format.ts'
import { Leave } from './leave.tsx'
import { PersonLine } from './person-line.tsx'
import { TransferSpace } from './transfer.tsx'

type Props = { space: Space; member: Member; onChange: () => void }

/** One member with the role and the available actions. */
export function MemberRow({ space, member, onChange }: Props) {
  const { t, i18n } = useTranslation()
  const user = useUser()
  const actor = actorOf(user)
  const isMe = member.personId === user?.userId
  const isOwner = member.role === 'owner'
  const mayEdit = !isOwner && !isMe && !member.isApplication && can(actor, 'member.edit', space)
  return (
    <li>
      <PersonLine
        name={member.personName}
        avatar={member.avatar}
        note={member.isApplication ? '' : member.emailAccounts}
      >
        {isMe && <span className="tag">{t('joining.members.me')}</span>}
        {member.isApplication && <span className="tag">{t('joining.members.application')}</span>}
      </PersonLine>
      <span className="since num" title={formatExact(member.joinTime, i18n.language)}>
        {t('joining.members.since', { at: formatDateTime(member.joinTime, i18n.language) })}
      </span>
      {mayEdit ? (
        <RoleSelect space={space} member={member} onChange={onChange} />
      ) : (
        <span className="role">{member.isApplication ? '' : t(`home.roles.${member.role}`)}</span>
      )}
      <span className="end">
        {isMe && !isOwner && <Leave space={space} personId={member.personId} />}
        {!isMe && !isOwner && <Actions space={space} member={member} onChange={onChange} />}
      </span>
    </li>
  )
}

const roles = ['senior', 'normal'] as const

function RoleSelect({ space, member, onChange }: Props) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { run, isBusy } = useTask()
  const set = (role: GivenRole) =>
    run(async () => {
      await call(spaces.setMemberRole, { id: space.id, personId: member.personId, role }).then(
        () =>
          message.success(
            t('joining.members.roleSet', { name: member.personName, role: t(`joining.roleInWords.${role}`) }),
          ),
        // The shell has shown the failure; the data shown may be outdated.
        () => undefined,
      )
      onChange()
    })
  return (
    <Select<GivenRole>
      size="small"
      value={member.role === 'senior' ? 'senior' : 'normal'}
      disabled={isBusy}
      aria-label={t('joining.members.roleOf', { name: member.personName })}
      options={roles.map((value) => ({ value, label: t(`home.roles.${value}`) }))}
      onChange={(role) => void set(role)}
    />
  )
}

function Actions({ space, member, onChange }: Props) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const actor = actorOf(useUser())
  const [isTransferring, setTransferring] = useState(false)
  const mayTransfer = !member.isApplication && can(actor, 'space.transfer', space)
  const mayRemove = can(actor, 'member.remove', space)
  if (!mayTransfer && !mayRemove) return null

  const remove = () =>
    modal.confirm({
      title: t('joining.members.removeAsk', { name: member.personName }),
      content: t('joining.members.removeHint'),
      okText: t('joining.members.remove'),
      okButtonProps: { danger: true },
      onOk: () =>
        call(spaces.removeMember, { id: space.id, personId: member.personId }).then(() => {
          void message.success(t('joining.members.removed', { name: member.personName }))
          onChange()
        }, onChange),
    })
  const items = [
    ...(mayTransfer ? [{ key: 'transfer', label: t('joining.transfer.button') }] : []),
    ...(mayRemove ? [{ key: 'remove', label: t('joining.members.remove'), danger: true }] : []),
  ]
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{ items, onClick: ({ key }) => (key === 'remove' ? void remove() : setTransferring(true)) }}
      >
        <Button
          type="text"
          size="small"
          icon={<MoreOutlined />}
          aria-label={t('joining.members.actionsFor', { name: member.personName })}
        />
      </Dropdown>
      <TransferSpace
        space={space}
        member={member}
        isOpen={isTransferring}
        onClose={() => setTransferring(false)}
        onDone={onChange}
      />
    </>
  )
}
