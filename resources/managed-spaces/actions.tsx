import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ManagedSpace } from '#contract/managed-spaces.ts'
import { DeleteSpace } from './delete.tsx'
import { EnterSpace } from './enter.tsx'
import { useMembership } from './membership.ts'
import { SetCapacity } from './set-capacity.tsx'
import { SetOwner } from './set-owner.tsx'
import { SetStatus } from './set-status.tsx'

type Name = 'owner' | 'capacity' | 'enter' | 'offline' | 'online' | 'delete'
type Action = { name: Name; fits: (space: ManagedSpace, isMember: boolean | undefined) => boolean; isHard?: boolean }
const always = () => true
const actions: readonly Action[] = [
  { name: 'owner', fits: always },
  { name: 'capacity', fits: always },
  { name: 'enter', fits: (_space, isMember) => isMember === false },
  { name: 'online', fits: ({ status }) => status === 'offline' },
  { name: 'offline', fits: ({ status }) => status === 'normal', isHard: true },
  { name: 'delete', fits: always, isHard: true },
]

/** The available actions of a space, each with an explanation. */
export function SpaceActions({ space, onGone }: { space: ManagedSpace; onGone: () => void }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Name | null>(null)
  const isMember = useMembership(space.id)
  const close = () => setAsked(null)
  return (
    <section>
      <h3>{t('managedSpaces.actions.title')}</h3>
      <ul className="managed-actions">
        {actions
          .filter(({ fits }) => fits(space, isMember))
          .map(({ name, isHard = false }) => (
            <li key={name}>
              <span>{t(`managedSpaces.actions.${name}.hint`)}</span>
              <Button size="small" danger={isHard} onClick={() => setAsked(name)}>
                {t(`managedSpaces.actions.${name}.button`)}
              </Button>
            </li>
          ))}
      </ul>
      {asked === 'owner' && <SetOwner space={space} onClose={close} />}
      {asked === 'capacity' && <SetCapacity space={space} onClose={close} />}
      {asked === 'enter' && <EnterSpace space={space} onClose={close} />}
      {(asked === 'offline' || asked === 'online') && <SetStatus way={asked} spaces={[space]} onClose={close} />}
      {asked === 'delete' && <DeleteSpace space={space} onClose={close} onGone={onGone} />}
    </section>
  )
}
