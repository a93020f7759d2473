import type { ChartKind } from '../../kind.ts'
import { scatter } from '../scatter/index.ts'

/** A scatter whose points have the area of a third value. */
export const bubble: ChartKind = scatter
