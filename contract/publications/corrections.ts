import * as z from 'zod/mini'
import { Count, Timestamp } from '../core/shapes.ts'
import { DraftFields } from './draft.ts'
import type { DatasetMetadata } from './metadata.ts'

/**
 * Parts of the record that are corrected after its publication. The contents, their access and
 * their licence never change.
 */
export const correctedParts = [
  'title',
  'description',
  'keywords',
  'subjects',
  'authors',
  'dates',
  'places',
  'funding',
  'related',
  'language',
  'extra',
] as const satisfies (keyof DatasetMetadata & keyof DraftFields)[]
export const CorrectedPart = z.enum(correctedParts)
export type CorrectedPart = z.infer<typeof CorrectedPart>

/** The values that replace published ones; absent ones stay. */
export const CorrectedFields = z.pick(DraftFields, {
  title: true,
  description: true,
  keywords: true,
  subjects: true,
  authors: true,
  dates: true,
  places: true,
  funding: true,
  related: true,
  language: true,
  extra: true,
})
export type CorrectedFields = z.infer<typeof CorrectedFields>

/** A correction as the world sees it: `number` counts those of a version from 1. */
export const Correction = z.object({
  number: Count,
  at: Timestamp,
  reason: z.string(),
  /** What it changed; `before` is the previous content as text, empty if it has no useful form as text. */
  parts: z.array(z.object({ part: CorrectedPart, before: z.array(z.string()) })),
})
export type Correction = z.infer<typeof Correction>
