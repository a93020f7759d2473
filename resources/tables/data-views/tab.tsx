import type { Space } from '#contract/spaces.ts'
import type { ViewAddress } from './address.ts'
import { ViewEditor } from './editor.tsx'
import { ViewList } from './list.tsx'
import { ViewPage } from './show.tsx'
import './data-views.css'

/** The data views of a space: the list of them, or the one that the address names, to be read or changed. */
export function SpaceViews({ space, address, lists }: { space: Space; address: ViewAddress; lists: React.ReactNode }) {
  const { viewId, isEdited } = address
  if (viewId === null) return <ViewList space={space} lists={lists} />
  if (isEdited) return <ViewEditor key={viewId} space={space} viewId={viewId} address={address} />
  return <ViewPage key={viewId} space={space} viewId={viewId} address={address} />
}
