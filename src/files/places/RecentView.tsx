import { PersonalList } from './PersonalList.tsx'
import type { PlaceProps } from './place.ts'

/** What the reader opened last, in all spaces. */
export default function RecentView({ onClose }: PlaceProps) {
  return <PersonalList which="recent" onClose={onClose} />
}
