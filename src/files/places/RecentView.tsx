import { PersonalList } from './PersonalList.tsx'
import type { PlaceProps } from './place.ts'

/** The user's recently opened items in all spaces. */
export default function RecentView({ onClose }: PlaceProps) {
  return <PersonalList which="recent" onClose={onClose} />
}
