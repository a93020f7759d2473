import type { Place } from './place.ts'
import { trash } from './trash.tsx'

/** The views beside the folder, in the order of their buttons. */
export const places: readonly Place[] = [trash]
