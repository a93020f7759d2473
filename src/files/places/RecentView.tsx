import { MarkedList } from './MarkedList.tsx'
import type { PlaceProps } from './place.ts'

/** What the reader opened last, in all spaces. */
export default function RecentView({ onClose }: PlaceProps) {
  return <MarkedList which="recent" onClose={onClose} />
}
