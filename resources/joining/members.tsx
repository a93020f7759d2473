import { UserAddOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { can } from '#contract/core/policy.ts'
import type { Space } from '#contract/spaces.ts'
import { useJoiningRenewal } from '#providers/joining.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite.tsx'
import { MemberList } from './member-list.tsx'
import { Requests } from './requests.tsx'
import WaitingBadge from './waiting.tsx'
import './joining.css'

type Props = { space: Space; onChange: () => void }
const parts = ['members', 'requests', 'invitations'] as const
type Part = (typeof parts)[number]

/** The tab that the address names; links in messages open the queue of requests. */
function usePart() {
  const [query, setQuery] = useSearchParams()
  const asked = parts.find((part) => part === query.get('part'))
  const setPart = (part: Part) => {
    const next = new URLSearchParams(query)
    next.set('part', part)
    setQuery(next, { replace: true })
  }
  return { asked, part: asked ?? 'members', setPart }
}

/** Members, requests and invitations, each for users who may see them. */
export default function Members({ space, onChange }: Props) {
  const { t } = useTranslation()
  const actor = actorOf(useUser())
  const renew = useJoiningRenewal()
  const [isInviting, setInviting] = useState(false)
  const { asked, part, setPart } = usePart()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (asked) place.current?.scrollIntoView({ block: 'start' })
  }, [asked])
  const mayInvite = can(actor, 'member.add', space)
  const mayAnswer = can(actor, 'space.answerJoins', space)
  const open = { members: true, requests: mayAnswer, invitations: mayInvite }
  const shown = open[part] ? part : 'members'
  const options = parts
    .filter((value) => open[value])
    .map((value) => ({
      value,
      label: (
        <>
          {t(`joining.parts.${value}`)} {value === 'requests' && <WaitingBadge space={space} />}
        </>
      ),
    }))
  return (
    <div className="panel joining" ref={place}>
      {(options.length > 1 || mayInvite) && (
        <div className="joining-bar">
          {options.length > 1 && <Segmented value={shown} onChange={setPart} options={options} />}
          {mayInvite && (
            <Button className="end" type="primary" icon={<UserAddOutlined />} onClick={() => setInviting(true)}>
              {t('joining.invite.button')}
            </Button>
          )}
        </div>
      )}
      {shown === 'members' && <MemberList space={space} onChange={onChange} />}
      {shown === 'requests' && (
        <Requests space={space} mayGiveSenior={can(actor, 'member.edit', space)} onChange={onChange} />
      )}
      {shown === 'invitations' && <Invitations space={space} onInvite={() => setInviting(true)} />}
      {mayInvite && (
        <InviteDialog
          space={space}
          mayGiveSenior={can(actor, 'member.edit', space)}
          isOpen={isInviting}
          onClose={() => setInviting(false)}
          onInvited={() => renew(space.id)}
        />
      )}
    </div>
  )
}
