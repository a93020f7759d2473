import type { SectionProps } from '../details/section.ts'
import { FactsPanel } from './FactsPanel.tsx'

/** What people say of the item that is marked. */
export default function Said({ desk, record }: SectionProps) {
  return (
    <FactsPanel
      spaceId={desk.space.id}
      space={desk.facts}
      actor={desk.actor}
      record={record}
      onTemplates={() => desk.ask('templates')}
    />
  )
}
