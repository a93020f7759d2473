import type { Space } from '#contract/spaces.ts'
import type { SourceAddress } from './address.ts'
import { SourceList } from './list.tsx'
import { SourcePage } from './show.tsx'
import '../import.css'
import './data-sources.css'

type Props = { space: Space; address: SourceAddress; lists: React.ReactNode }

/** The data sources of a space: the list of them, or the one that the address names. */
export function SpaceSources({ space, address, lists }: Props) {
  const { sourceId } = address
  if (sourceId === null) return <SourceList space={space} address={address} lists={lists} />
  return <SourcePage key={sourceId} space={space} sourceId={sourceId} address={address} />
}
