import { PersonalList } from '../places/PersonalList.tsx'

export default function RecentPage() {
  return <PersonalList which="recent" />
}
