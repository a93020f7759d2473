import * as z from 'zod/mini'
import { ChartDefinition } from '../charts/definition.ts'
import { Id } from '../core/shapes.ts'

/** A chart of the space that cards of a board show: as published, or for its maker as drafted. */
export const SavedChart = z.object({ id: Id, name: z.string(), definition: ChartDefinition })
export type SavedChart = z.infer<typeof SavedChart>
