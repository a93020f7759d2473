import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { can, type SpaceType } from '#contract/core/policy.ts'
import { type Space, spaces } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { useJoiningRenewal, useWaiting } from '#providers/joining.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { useTask } from '#providers/use-task.ts'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import type { PartProps } from '../../src/widgets/space-part.tsx'
import { TypeChoice } from './type-choice.tsx'

/** Changes who can find and enter the space; the consequences are named before the change. */
export default function TypeChange(props: PartProps) {
  return <TypeForm key={props.space.type} {...props} />
}

function TypeForm({ space, onChange }: PartProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(space.type)
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="panel">
      <TypeChoice value={chosen} onChange={setChosen} />
      <Button className="type-button" disabled={chosen === space.type} onClick={() => setAsking(true)}>
        {t('spaces.typeChange.button')}
      </Button>
      <Question space={space} to={chosen} isOpen={isAsking} onClose={() => setAsking(false)} onChange={onChange} />
    </div>
  )
}

type QuestionProps = PartProps & { to: SpaceType; isOpen: boolean; onClose: () => void }

function Question({ space, to, isOpen, onClose, onChange }: QuestionProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const client = useQueryClient()
  const renewJoining = useJoiningRenewal()
  const { run, isBusy, problem } = useTask()
  const change = () =>
    run(async () => {
      await call(spaces.setType, { id: space.id, type: to }, { quiet: true })
      void message.success(t('spaces.typeChange.done', { type: t(`home.types.${to}`) }))
      void client.invalidateQueries({ queryKey: ['data', 'default', 'spaces'] })
      renewJoining(space.id)
      onClose()
      onChange()
    })
  return (
    <Modal
      open={isOpen}
      title={t(`spaces.typeChange.title.${to}`, { name: space.name })}
      okText={t(`spaces.typeChange.ok.${to}`)}
      okButtonProps={{ danger: to === 'public', loading: isBusy }}
      cancelText={t('spaces.cancel')}
      onOk={() => void change()}
      onCancel={onClose}
    >
      <Consequences space={space} to={to} />
      <Problem text={problem} />
    </Modal>
  )
}

/** The consequences of a type change for members, outsiders and pending applicants. */
function Consequences({ space, to }: { space: Space; to: SpaceType }) {
  const { t } = useTranslation()
  const { id, type, memberCount } = space
  const mayAnswer = can(actorOf(useUser()), 'space.answerJoins', space)
  const waiting = useWaiting(id, mayAnswer)
  return (
    <ul className="loss num">
      <li>{t(`spaces.typeChange.brings.${to}`)}</li>
      {type === 'public' && to !== 'public' && <li>{t('spaces.typeChange.closes')}</li>}
      {to === 'private' && (
        <li>{waiting ? t('spaces.typeChange.rejects', { count: waiting }) : t('spaces.typeChange.rejectsAny')}</li>
      )}
      <li>{t('spaces.typeChange.stay', { count: memberCount })}</li>
    </ul>
  )
}
