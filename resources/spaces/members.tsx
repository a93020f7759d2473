import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button, Form, Input, Select } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { can, type SpaceFacts } from '#contract/policy.ts'
import { Email } from '#contract/session.ts'
import { type Member, type Space, spaces } from '#contract/spaces.ts'
import { call, sentenceOf } from '#providers/call.ts'
import { actorOf, useUser } from '#providers/session.ts'

type Props = { space: Space; facts: SpaceFacts; onChange: () => void }
const roles = ['senior', 'normal'] as const

export function Members({ space, facts, onChange }: Props) {
  const { t } = useTranslation()
  const actor = actorOf(useUser())
  const client = useQueryClient()
  const key = ['members', space.id]
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => call(spaces.members, { id: space.id, ...(pageParam && { after: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })
  const changed = () => {
    void client.invalidateQueries({ queryKey: key })
    onChange()
  }
  return (
    <div className="panel">
      {can(actor, 'member.add', facts) && <AddMember spaceId={space.id} onAdded={changed} />}
      {query.data?.pages
        .flatMap((page) => page.list)
        .map((member) => (
          <Row key={member.personId} space={space} facts={facts} member={member} onChange={changed} />
        ))}
      {query.hasNextPage && <Button onClick={() => query.fetchNextPage()}>{t('spaces.more')}</Button>}
    </div>
  )
}

function AddMember({ spaceId, onAdded }: { spaceId: string; onAdded: () => void }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<{ emailAccounts: string; role: 'senior' | 'normal' }>()
  const isBusy = useRef(false)

  async function add(values: { emailAccounts: string; role: 'senior' | 'normal' }) {
    if (isBusy.current) return
    isBusy.current = true
    try {
      const member = await call(spaces.addMember, { id: spaceId, ...values }, { quiet: true })
      void message.success(t('spaces.members.added', { name: member.personName }))
      form.resetFields()
      onAdded()
    } catch (failure) {
      const text = sentenceOf(failure)
      form.setFields([{ name: 'emailAccounts', errors: [text] }])
    } finally {
      isBusy.current = false
    }
  }

  const wellFormed = async (_rule: unknown, value: string) => {
    if (!Email.safeParse(value?.trim()).success) throw new Error(t('spaces.members.emailInvalid'))
  }
  return (
    <Form form={form} className="add-member" onFinish={add} initialValues={{ role: 'normal' }} layout="inline">
      <Form.Item
        name="emailAccounts"
        rules={[{ validator: wellFormed, validateTrigger: 'onSubmit' }]}
        normalize={(value: string) => value.trim()}
      >
        <Input
          placeholder={t('spaces.members.email')}
          aria-label={t('spaces.members.email')}
          style={{ width: 260 }}
          autoComplete="off"
        />
      </Form.Item>
      <Form.Item name="role">
        <Select
          aria-label={t('spaces.members.role')}
          options={roles.map((value) => ({ value, label: t(`spaces.roles.${value}`) }))}
          style={{ width: 130 }}
        />
      </Form.Item>
      <Button htmlType="submit">{t('spaces.members.add')}</Button>
    </Form>
  )
}

type RowProps = { space: Space; facts: SpaceFacts; member: Member; onChange: () => void }

function Row({ space, facts, member, onChange }: RowProps) {
  const { t } = useTranslation()
  const user = useUser()
  const { modal } = App.useApp()
  const actor = actorOf(user)
  const isMe = member.personId === user?.userId
  const isOwner = member.role === 'owner'
  const place = { id: space.id, personId: member.personId }

  const remove = () =>
    modal.confirm({
      title: t('spaces.members.removeAsk', { name: member.personName }),
      okButtonProps: { danger: true },
      onOk: async () => {
        await call(spaces.removeMember, place)
        onChange()
      },
    })
  return (
    <div className="member-row">
      <span className="avatar" aria-hidden="true">
        {[...member.personName][0]}
      </span>
      <div>
        {member.personName}
        <small>{member.emailAccounts}</small>
      </div>
      {isOwner || isMe || !can(actor, 'member.edit', facts) ? (
        <span>{t(`spaces.roles.${member.role}`)}</span>
      ) : (
        <Select
          size="small"
          value={member.role}
          aria-label={t('spaces.members.role')}
          options={roles.map((value) => ({ value, label: t(`spaces.roles.${value}`) }))}
          onChange={(role: string) =>
            call(spaces.setMemberRole, { ...place, role: role === 'senior' ? 'senior' : 'normal' }).then(
              onChange,
              onChange,
            )
          }
        />
      )}
      <span>
        {!isOwner && (isMe || can(actor, 'member.remove', facts)) && (
          <Button type="text" danger size="small" onClick={remove}>
            {isMe ? t('spaces.members.leave') : t('spaces.members.remove')}
          </Button>
        )}
      </span>
    </div>
  )
}
