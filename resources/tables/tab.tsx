import type { PartProps } from '../../src/widgets/space-part.tsx'
import { useTableAddress } from './address.ts'
import { TableList } from './list.tsx'
import { TablePage } from './show.tsx'
import './tables.css'

/** The tables of a space: the list of them, or the one that the address names. */
export default function SpaceTables({ space }: PartProps) {
  const address = useTableAddress()
  const { tableId } = address
  if (tableId === null) return <TableList space={space} address={address} />
  return <TablePage key={tableId} space={space} tableId={tableId} address={address} />
}
