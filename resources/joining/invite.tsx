import { Form, InputNumber, Modal, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SPACE_INVITATION_DAYS } from '#contract/core/limits.ts'
import { joining } from '#contract/joining.ts'
import type { GivenRole, Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { renamed, useFormTask } from '#providers/use-task.ts'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import { useDiscard } from '../../src/widgets/use-discard.ts'
import { useWhole } from '../../src/widgets/use-whole.ts'
import { AddressField, addressesIn } from './invite-addresses.tsx'
import { type Chosen, PeopleField } from './invite-people.tsx'
import { InviteReport, type Outcome } from './invite-report.tsx'

type Props = {
  space: Space
  mayGiveSenior: boolean
  isOpen: boolean
  onClose: () => void
  onInvited: () => void
}
type Draft = { people: Chosen[]; addresses: string; role: GivenRole; days: number }

const start: Draft = { people: [], addresses: '', role: 'normal', days: SPACE_INVITATION_DAYS.default }

/** Invites users of this site by name and anybody by address, then reports the result for each. */
export function InviteDialog({ space, mayGiveSenior, isOpen, onClose, onInvited }: Props) {
  const { t } = useTranslation()
  const whole = useWhole()
  const discard = useDiscard()
  const [form] = Form.useForm<Draft>()
  const { run, isBusy, problem } = useFormTask(form, renamed({ personIds: 'people', emails: 'addresses' }))
  const [outcomes, setOutcomes] = useState<Outcome[] | null>(null)

  const invite = ({ people, addresses, role, days }: Draft) =>
    run(async () => {
      const invitees = { personIds: people.map(({ value }) => value), emails: addressesIn(addresses).good }
      const invited = await call(joining.invite, { id: space.id, ...invitees, role, days }, { quiet: true })
      const names = new Map(people.map(({ value, name }) => [value, name]))
      setOutcomes(invited.map((outcome) => ({ ...outcome, name: names.get(outcome.id) ?? outcome.id })))
      onInvited()
    })
  /** Asks before a draft with content is discarded. */
  function close() {
    const { people = [], addresses = '' }: Partial<Draft> = form.getFieldsValue()
    if (outcomes || (!people.length && !addresses.trim())) return onClose()
    // The Escape key press that opens the question must not also close it.
    setTimeout(() => discard(onClose))
  }
  return (
    <Modal
      open={isOpen}
      title={t('joining.invite.title', { space: space.name })}
      okText={t(outcomes ? 'joining.invite.more' : 'joining.invite.send')}
      cancelText={t(outcomes ? 'joining.invite.close' : 'joining.invite.cancel')}
      okButtonProps={{ loading: isBusy }}
      onOk={outcomes ? () => setOutcomes(null) : form.submit}
      onCancel={close}
      afterClose={() => setOutcomes(null)}
      destroyOnHidden
    >
      {outcomes ? (
        <InviteReport outcomes={outcomes} />
      ) : (
        <Form form={form} layout="vertical" initialValues={start} preserve={false} onFinish={invite}>
          <PeopleField spaceId={space.id} />
          <AddressField />
          <div className="invite-terms">
            <Form.Item
              name="role"
              label={t('joining.invite.role')}
              extra={mayGiveSenior ? '' : t('joining.invite.onlyNormal')}
            >
              <Select
                options={(mayGiveSenior ? (['normal', 'senior'] as const) : (['normal'] as const)).map((value) => ({
                  value,
                  label: t(`home.roles.${value}`),
                }))}
              />
            </Form.Item>
            <Form.Item name="days" label={t('joining.invite.days')} rules={[whole(1, SPACE_INVITATION_DAYS.max)]}>
              <InputNumber />
            </Form.Item>
          </div>
          <Problem text={problem} />
        </Form>
      )}
    </Modal>
  )
}
