import type { SectionProps } from '../details/section.ts'
import { MetadataPanel } from './MetadataPanel.tsx'

/** Tags, metadata and note of the selected item. */
export default function Said({ context, record }: SectionProps) {
  return (
    <MetadataPanel
      spaceId={context.space.id}
      space={context.policyContext}
      actor={context.actor}
      record={record}
      onTemplates={() => context.ask('templates')}
    />
  )
}
