import { App, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Member, type Space, spaces } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'

type Props = { space: Space; member: Member; isOpen: boolean; onClose: () => void; onDone: () => void }

/** Makes a member the owner: names the consequences and requires the identifier to be typed. */
export function TransferSpace({ space, member, isOpen, onClose, onDone }: Props) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { run, isBusy, problem, clear } = useTask()
  const [identifier, setIdentifier] = useState('')
  const name = member.personName

  const transfer = () =>
    run(async () => {
      await call(spaces.transfer, { id: space.id, personId: member.personId, identifier }, { quiet: true })
      void message.success(t('joining.transfer.done', { name }))
      onClose()
      onDone()
    })
  return (
    <Modal
      open={isOpen}
      title={t('joining.transfer.title', { name })}
      okText={t('joining.transfer.button')}
      okButtonProps={{ danger: true, disabled: identifier !== space.identifier, loading: isBusy }}
      onOk={() => void transfer()}
      onCancel={onClose}
      afterClose={() => {
        setIdentifier('')
        clear()
      }}
      destroyOnHidden
    >
      <ul className="loss">
        <li>{t('joining.transfer.gives', { name })}</li>
        <li>{t('joining.transfer.keeps', { name: space.owner.personName })}</li>
        <li>{t('joining.transfer.back', { name })}</li>
      </ul>
      <p>{t('joining.transfer.confirm', { identifier: space.identifier })}</p>
      <Input
        value={identifier}
        onChange={(event) => setIdentifier(event.target.value)}
        onPressEnter={() => identifier === space.identifier && void transfer()}
        aria-label={t('spaces.identifier.label')}
        status={problem ? 'error' : ''}
        autoComplete="off"
      />
      {problem && (
        <p className="said" role="alert">
          {problem}
        </p>
      )}
    </Modal>
  )
}
