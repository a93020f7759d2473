import type { PartProps } from '../../src/widgets/space-part.tsx'
import { useTableAddress } from './address.ts'
import { useSourceAddress } from './data-sources/address.ts'
import { SpaceSources } from './data-sources/tab.tsx'
import { useViewAddress } from './data-views/address.ts'
import { SpaceViews } from './data-views/tab.tsx'
import { TableList } from './list.tsx'
import { Lists } from './lists.tsx'
import { TablePage } from './show.tsx'
import { TableTrash } from './trash.tsx'
import './tables.css'

/** The tables, data views and data sources of a space: a list, or the one in the address. */
export default function SpaceTables({ space }: PartProps) {
  const address = useTableAddress()
  const views = useViewAddress()
  const sources = useSourceAddress()
  const { tableId } = address
  if (tableId !== null) return <TablePage key={tableId} space={space} tableId={tableId} address={address} />
  if (views.viewId !== null || views.isList)
    return <SpaceViews space={space} address={views} lists={<Lists space={space} value="views" />} />
  if (sources.isList)
    return <SpaceSources space={space} address={sources} lists={<Lists space={space} value="sources" />} />
  if (address.isTrash) return <TableTrash space={space} onBack={() => address.showTrash(false)} />
  return <TableList space={space} address={address} />
}
