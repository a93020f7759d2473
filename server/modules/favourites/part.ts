import { favouritesOfPast } from '#server/demo/past/favourites.ts'
import type { SpacePart } from '#server/space-part.ts'

export const favouritesPart: SpacePart = { name: 'favourites', tables: ['favourite', 'recent'], demo: favouritesOfPast }
