import type { PartProps } from '../../src/widgets/space-part.tsx'
import { useTableAddress } from './address.ts'
import { useViewAddress } from './data-views/address.ts'
import { SpaceViews } from './data-views/tab.tsx'
import { TableList } from './list.tsx'
import { Lists } from './lists.tsx'
import { TablePage } from './show.tsx'
import './tables.css'

/** The tables and data views of a space: a list of them, or the one that the address names. */
export default function SpaceTables({ space }: PartProps) {
  const address = useTableAddress()
  const views = useViewAddress()
  const { tableId } = address
  if (tableId !== null) return <TablePage key={tableId} space={space} tableId={tableId} address={address} />
  if (views.viewId !== null || views.isList)
    return <SpaceViews space={space} address={views} lists={<Lists spaceId={space.id} value="views" />} />
  return <TableList space={space} address={address} />
}
