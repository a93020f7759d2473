import type { PartProps } from '../../../src/widgets/space-part.tsx'
import { ReportList } from './list.tsx'
import '../tables.css'
import './reports.css'

/** The charts and boards of a space. */
export default function SpaceReports({ space }: PartProps) {
  return <ReportList space={space} />
}
