import { FavouriteList } from './FavouriteList.tsx'
import type { PlaceProps } from './place.ts'

/** The user's favourites beside a folder. */
export default function FavouritesView({ context, onClose }: PlaceProps) {
  return <FavouriteList onClose={onClose} onChange={context.reload} />
}
