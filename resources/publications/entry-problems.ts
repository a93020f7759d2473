import { createContext, useContext } from 'react'
import { isMissing, type Problem } from '#contract/publications/check.ts'

type Findings = { problems: readonly Problem[]; isAsked: boolean }
/** What the check found in the fields of a form; missing values are errors once `isAsked`. */
export const FieldFindings = createContext<Findings>({ problems: [], isAsked: false })
/** The same of one entry of a field. */
export const EntryFindings = createContext<Findings>({ problems: [], isAsked: false })

/** How far the reader is with an entry: it was added just now, or they have been in it and left. */
type Reached = { isNew: boolean; isLeft: boolean }

/** The findings of an entry, from 0; values are missing in it once the reader has left it, and in those of before the check. */
export function useFindingsAt(place: string, at: number, { isNew, isLeft }: Reached): Findings {
  const { problems, isAsked } = useContext(FieldFindings)
  return {
    problems: problems.filter((one) => one.place === place && one.entry === at + 1 && one.part !== ''),
    isAsked: isLeft || (isAsked && !isNew),
  }
}

/** The error of a part of the entry around; undefined for none. */
export function useEntryProblem(part: string): Problem | undefined {
  const { problems, isAsked } = useContext(EntryFindings)
  return problems.find((one) => one.part === part && (isAsked || !isMissing(one.code)))
}
