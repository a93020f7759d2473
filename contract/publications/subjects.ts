import * as z from 'zod/mini'

/**
 * Codes of the first level of GB/T 13745-2009, which every template has unless it defines its own, with those below them
 * (`lower-subjects.ts`); their names are texts: `publications.subjects`.
 */
export const subjects = [
  '110',
  '120',
  '130',
  '140',
  '150',
  '160',
  '170',
  '180',
  '190',
  '210',
  '220',
  '230',
  '240',
  '310',
  '320',
  '330',
  '340',
  '350',
  '360',
  '410',
  '413',
  '416',
  '420',
  '430',
  '440',
  '450',
  '460',
  '470',
  '480',
  '490',
  '510',
  '520',
  '530',
  '535',
  '540',
  '550',
  '560',
  '570',
  '580',
  '590',
  '610',
  '620',
  '630',
  '710',
  '720',
  '730',
  '740',
  '750',
  '760',
  '770',
  '780',
  '790',
  '810',
  '820',
  '830',
  '840',
  '850',
  '860',
  '870',
  '880',
  '890',
  '910',
] as const
export type Subject = (typeof subjects)[number]
export const isBuiltInSubject = (code: string): code is Subject => (subjects as readonly string[]).includes(code)

/** A code of a discipline: a built-in one, or one of a template. */
export const SubjectCode = z.string().check(z.refine((code) => /^[A-Za-z0-9][A-Za-z0-9.-]{0,19}$/.test(code)))

/** Whether a code has the form of GB/T 13745 and lies in one of its disciplines: `170`, `17045`, `1704510`. */
export const isStandardSubject = (code: string): boolean =>
  /^\d{3}(\d{2}){0,2}$/.test(code) && isBuiltInSubject(code.slice(0, 3))

/** A discipline with those below it. */
export type SubjectBranch<T> = { code: string; item: T; children: SubjectBranch<T>[] }
/**
 * Disciplines as a tree, in their order: what a code begins with is above it, if that is a code itself, as it is in
 * GB/T 13745 (`170`, `17045`) and most other classifications.
 */
export function subjectTree<T extends { value: string }>(items: readonly T[]): SubjectBranch<T>[] {
  const branches = new Map(
    items.map((item) => [item.value, { code: item.value, item, children: [] as SubjectBranch<T>[] }]),
  )
  const above = (code: string) => {
    for (let end = code.length - 1; end > 0; end -= 1) {
      const found = branches.get(code.slice(0, end))
      if (found) return found
    }
    return undefined
  }
  const roots: SubjectBranch<T>[] = []
  for (const branch of branches.values()) (above(branch.code)?.children ?? roots).push(branch)
  return roots
}
/** Locale key of the name of a discipline. */
export const subjectKey = (code: Subject) => `publications.subjects.${code}` as const
