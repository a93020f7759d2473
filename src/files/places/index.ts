import type { Place } from './place.ts'
import { shares } from './shares.tsx'
import { trash } from './trash.tsx'
import { versions } from './versions.tsx'

/** The views beside the folder, in the order of their buttons. */
export const places: readonly Place[] = [shares, versions, trash]
