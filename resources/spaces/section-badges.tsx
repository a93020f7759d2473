import type { Space } from '#contract/spaces.ts'
import { sectionsOf, useSpaceParts } from '../../src/widgets/space-part.tsx'

/** Shows the badges of all settings sections beside the name of the settings tab. */
export default function SectionBadges({ space }: { space: Space }) {
  return sectionsOf(useSpaceParts()).map(({ key, Badge }) => <Badge key={key} space={space} />)
}
