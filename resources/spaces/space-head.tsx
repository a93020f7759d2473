import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Space } from '#contract/spaces.ts'
import { HeldTag } from '../../src/widgets/HeldTag.tsx'
import { Cover } from './cover.tsx'

const looks = { pending: 'warn', failed: 'bad', offline: '' } as const

/** The head of a space above its tabs: cover, name, type, and its status unless it is normal. */
export function SpaceHead({ space, children }: { space: Space; children?: ReactNode }) {
  const { t } = useTranslation()
  const { id, name, cover, type } = space
  return (
    <div className="space-head">
      <span className="space-thumb" aria-hidden="true">
        <Cover cover={cover} seed={id} height={35} />
      </span>
      <h1 title={name}>{name}</h1>
      <span className={`tag ${type}`}>{t(`home.types.${type}`)}</span>
      <StatusTag space={space} />
      <HeldTag space={space} />
      {children}
    </div>
  )
}

/** The status of a space; renders nothing for the normal one. */
export function StatusTag({ space: { status } }: { space: Space }) {
  const { t } = useTranslation()
  if (status === 'normal') return null
  return <span className={`tag ${looks[status]}`}>{t(`spaces.statuses.${status}`)}</span>
}
