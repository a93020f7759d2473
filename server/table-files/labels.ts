import { columnLetters } from '#contract/core/column-letters.ts'
import { COLUMN_NAME_MAX } from '#contract/core/limits.ts'
import { columnNameOf } from '#contract/tables/columns.ts'
import type { SourceCell } from './source.ts'

const cleaned = (text: string) =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

/** Cuts a name to so many UTF-16 units, never through a character. */
const cut = (text: string, length: number) =>
  text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()

/**
 * Names of columns from a row of headings: blank ones are named after their column, as in "C"; one that was there
 * already, whatever its case, gets a number; what is too long is cut, with the whole heading for the description.
 */
export function labelsOf(headings: readonly SourceCell[], width: number): { name: string; heading: string }[] {
  const taken = new Set<string>()
  return Array.from({ length: width }, (_, index) => {
    const heading = cleaned(headings[index]?.text.toWellFormed() ?? '')
    const wanted = cut(columnNameOf(heading), COLUMN_NAME_MAX) || columnLetters(index)
    let name = wanted
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) {
      const suffix = ` (${number})`
      name = cut(wanted, COLUMN_NAME_MAX - suffix.length) + suffix
    }
    taken.add(name.toLowerCase())
    return { name, heading }
  })
}
