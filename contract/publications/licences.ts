/** Licences that fit data and software, by their SPDX ids, with the keys of their names. */
export const LICENCES = {
  'CC-BY-4.0': 'ccBy',
  'CC0-1.0': 'cc0',
  'CC-BY-SA-4.0': 'ccBySa',
  'CC-BY-NC-4.0': 'ccByNc',
  'CC-BY-NC-SA-4.0': 'ccByNcSa',
  'ODbL-1.0': 'odbl',
  'PDDL-1.0': 'pddl',
  MIT: 'mit',
  'Apache-2.0': 'apache',
  'BSD-3-Clause': 'bsd',
  'GPL-3.0-or-later': 'gpl',
  'MulanPSL-2.0': 'mulanPsl',
} as const

/** The conditions of a Creative Commons or Open Data Commons licence for derived works; null for others. */
function termsOf(licence: string): { isFree: boolean; isSame: boolean; isClosed: boolean } | null {
  if (/^(CC0-|PDDL-)/.test(licence)) return { isFree: true, isSame: false, isClosed: false }
  if (/^ODbL-/.test(licence)) return { isFree: true, isSame: true, isClosed: false }
  const parts = /^CC-BY((?:-(?:NC|SA|ND))*)-\d/.exec(licence)?.[1]?.split('-')
  if (!parts) return null
  return { isFree: !parts.includes('NC'), isSame: parts.includes('SA'), isClosed: parts.includes('ND') }
}
/** A licence without its version: CC-BY-SA-4.0 and CC-BY-SA-3.0 go together. */
const familyOf = (licence: string) => licence.replace(/-\d[\d.]*$/, '')

/**
 * Whether a work may have a licence that is derived from one under another; true where a licence is not known.
 * No derivatives: never. Share alike: the same one. Non-commercial: non-commercial too.
 */
export function fitsLicence(own: string, source: string): boolean {
  const theirs = termsOf(source)
  if (!theirs || !own) return true
  if (theirs.isClosed) return false
  if (theirs.isSame) return familyOf(own) === familyOf(source)
  return theirs.isFree || termsOf(own)?.isFree === false
}
