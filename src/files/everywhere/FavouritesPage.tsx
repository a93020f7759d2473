import { FavouriteList } from '../places/FavouriteList.tsx'

export default function FavouritesPage() {
  return <FavouriteList />
}
