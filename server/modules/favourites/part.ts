import type { SpacePart } from '#server/space-part.ts'

export const favouritesPart: SpacePart = {
  name: 'favourites',
  tables: ['favourite', 'recent'],
  demo: async () => (await import('#server/demo/past/favourites.ts')).favouritesOfPast,
}
