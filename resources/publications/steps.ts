import type { Problem } from '#contract/publications/check.ts'
import type { DraftFields } from '#contract/publications/draft.ts'

export const STEPS = ['type', 'content', 'metadata', 'access', 'check'] as const
export type Step = (typeof STEPS)[number]
/** A step that fills in something. */
export type FillingStep = Exclude<Step, 'check'>

/** The step that fills in a place of a draft. */
export function stepOf(place: string): FillingStep {
  if (place === 'files' || place === 'tables' || place === 'boards') return 'content'
  if (place === 'access' || place === 'licence') return 'access'
  return place === 'template' || place === 'changes' || place === 'institution' ? 'type' : 'metadata'
}

/**
 * The steps in which something required is missing or wrong, as far as the draft tells it; `problems` are those of its
 * metadata. What is wrong with chosen files only the server's check finds.
 */
export function unfinishedSteps(
  { template, changes, files = [], tables = [], boards = [] }: DraftFields,
  problems: readonly Problem[],
  number: number,
): ReadonlySet<FillingStep> {
  const steps = new Set(problems.filter(({ level }) => level === 'error').map(({ place }) => stepOf(place)))
  if (!template || (number > 1 && !changes?.trim())) steps.add('type')
  if (files.length + tables.length + boards.length === 0) steps.add('content')
  return steps
}
