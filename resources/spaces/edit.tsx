import { can } from '#contract/core/policy.ts'
import type { Space } from '#contract/spaces.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { Basics } from './basics.tsx'
import { DeleteSpace } from './delete.tsx'
import { Members } from './members.tsx'
import { SpaceRights } from './rights.tsx'
import { type SettingPart, SettingParts } from './setting-nav.tsx'
import { TypeChange } from './type-change.tsx'

type Props = { space: Space; onChange: () => void }

/** What may be set: the basics, who finds it, who belongs and what they may, the end of the space; each for those who may. */
export default function SpaceSetting({ space, onChange }: Props) {
  const actor = actorOf(useUser())
  const isMember = can(actor, 'member.list', space)
  const mayResize = can(actor, 'space.resize', space)
  const parts: (SettingPart & { isOpen: boolean })[] = [
    {
      key: 'basics',
      isOpen: can(actor, 'space.edit', space),
      content: <Basics space={space} mayResize={mayResize} onChange={onChange} />,
    },
    {
      key: 'type',
      isOpen: can(actor, 'space.setType', space),
      content: <TypeChange key={space.type} space={space} onChange={onChange} />,
    },
    { key: 'members', isOpen: isMember, content: <Members space={space} onChange={onChange} /> },
    { key: 'rights', isOpen: isMember, content: <SpaceRights space={space} onChange={onChange} /> },
    { key: 'delete', isOpen: can(actor, 'space.delete', space), content: <DeleteSpace space={space} /> },
  ]
  return <SettingParts parts={parts.filter(({ isOpen }) => isOpen)} />
}
