import * as z from 'zod/mini'
import { Count } from '../core/shapes.ts'
import type { DraftFields } from './draft.ts'

/**
 * Metrics of the FAIRsFAIR scheme (v0.8, 26 points) by which F-UJI and FAIR-Checker judge pages; the points are those
 * that this site's page of the dataset earns, by our own rules.
 */
export const fairMetrics = [
  'F1-01MD',
  'F1-02MD',
  'F2-01M',
  'F3-01M',
  'F4-01M',
  'A1-01M',
  'A1-02MD',
  'A1.1-01MD',
  'A1.2-01MD',
  'I1-01M',
  'I2-01M',
  'I3-01M',
  'R1-01M',
  'R1.1-01M',
  'R1.2-01M',
  'R1.3-01M',
  'R1.3-02D',
] as const
export type FairMetric = (typeof fairMetrics)[number]

/** A metric with its points; `place`: the field that would earn the missing ones, '' if none in the draft does. */
export const FairPart = z.object({
  metric: z.enum(fairMetrics),
  points: Count,
  of: Count,
  place: z.string(),
})
export type FairPart = z.infer<typeof FairPart>
export const FairScore = z.object({ points: Count, of: Count, parts: z.array(FairPart) })
export type FairScore = z.infer<typeof FairScore>

/** Known properties of the files: their number, and how many need a specific program. */
export type FairFiles = { files: number; closed: number }
/** `hasIdentifier`: the site gives persistent identifiers. */
export type FairContext = FairFiles & { hasIdentifier: boolean }

/** The score that a draft would have once it is published. */
export function fairScore(fields: DraftFields, { files, closed, hasIdentifier }: FairContext): FairScore {
  const { title, description, keywords, authors = [], related = [], licence = '', access } = fields
  const said = (text: { zh: string; en: string } | undefined) => Boolean(text?.zh.trim() || text?.en.trim())
  const hasKeywords = Boolean(keywords?.zh.length || keywords?.en.length)
  const kind = access?.kind ?? 'open'
  const isGiven = kind === 'open' || kind === 'restricted'
  const hasFiles = files > 0
  const part = (metric: FairMetric, of: number, points: number, place = ''): FairPart => ({
    metric,
    points,
    of,
    place: points < of ? place : '',
  })
  const named = Number(said(title) && authors.length > 0)
  const told = Number(said(description) && hasKeywords)
  const data = Number(hasFiles && isGiven)
  const dataPlace = hasFiles ? 'access' : 'files'
  const parts = [
    part('F1-01MD', 1, 1),
    part('F1-02MD', 1, Number(hasIdentifier)),
    part('F2-01M', 2, named + told, named ? (said(description) ? 'keywords' : 'description') : 'title'),
    part('F3-01M', 1, Number(hasFiles && kind === 'open'), dataPlace),
    part('F4-01M', 2, 2),
    part('A1-01M', 1, 1),
    part('A1-02MD', 2, 1 + data, dataPlace),
    part('A1.1-01MD', 2, 1 + data, dataPlace),
    part('A1.2-01MD', 2, 1 + data, dataPlace),
    part('I1-01M', 2, 2),
    part('I2-01M', 2, 2),
    // The catalogue of the site is one related resource; works that people name are the others.
    part('I3-01M', 2, related.length > 0 ? 2 : 1, 'related'),
    part('R1-01M', 2, 1 + Number(hasFiles && kind === 'open'), dataPlace),
    part('R1.1-01M', 1, Number(licence.trim() !== ''), 'licence'),
    part('R1.2-01M', 1, Number(authors.length > 0), 'authors'),
    part('R1.3-01M', 1, 1),
    part('R1.3-02D', 1, Number(hasFiles && closed < files), 'files'),
  ]
  const sum = (of: 'points' | 'of') => parts.reduce((all, one) => all + one[of], 0)
  return { points: sum('points'), of: sum('of'), parts }
}
