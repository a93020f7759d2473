import type { Space } from '#contract/spaces.ts'
import { sectionsOf, useSpaceParts } from '../../src/widgets/space-part.tsx'

/** What the sections of the settings say behind their names, said behind the name of the settings. */
export default function SectionBadges({ space }: { space: Space }) {
  return sectionsOf(useSpaceParts()).map(({ key, Badge }) => <Badge key={key} space={space} />)
}
