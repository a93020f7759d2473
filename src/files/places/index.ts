import { favourites } from './favourites.tsx'
import type { Place } from './place.ts'
import { recent } from './recent.tsx'
import { shares } from './shares.tsx'
import { tasks } from './tasks.tsx'
import { trash } from './trash.tsx'
import { versions } from './versions.tsx'

/** The views beside the folder in the order of their buttons. */
export const places: readonly Place[] = [favourites, recent, shares, versions, tasks, trash]
