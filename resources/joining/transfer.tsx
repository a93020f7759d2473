import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Member, type Space, spaces } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { IdentifierDialog } from '../../src/widgets/IdentifierDialog.tsx'

type Props = { space: Space; member: Member; isOpen: boolean; onClose: () => void; onDone: () => void }

/** Makes a member the owner: names the consequences and requires the identifier to be typed. */
export function TransferSpace({ space, member, isOpen, onClose, onDone }: Props) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { run, isBusy, problem, clear } = useTask()
  const name = member.personName

  const transfer = (identifier: string) =>
    run(async () => {
      await call(spaces.transfer, { id: space.id, personId: member.personId, identifier }, { quiet: true })
      void message.success(t('joining.transfer.done', { name }))
      onClose()
      onDone()
    })
  return (
    <IdentifierDialog
      title={t('joining.transfer.title', { name })}
      button={t('joining.transfer.button')}
      ask={t('joining.transfer.confirm', { identifier: space.identifier })}
      identifier={space.identifier}
      isOpen={isOpen}
      isBusy={isBusy}
      problem={problem}
      onClose={onClose}
      onConfirm={transfer}
      afterClose={clear}
    >
      <ul className="loss">
        <li>{t('joining.transfer.gives', { name })}</li>
        <li>{t('joining.transfer.keeps', { name: space.owner.personName })}</li>
        <li>{t('joining.transfer.back', { name })}</li>
      </ul>
    </IdentifierDialog>
  )
}
