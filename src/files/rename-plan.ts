import { isFileName } from '#contract/files.ts'

/** How many names change together, a part at a time; every part may be left alone. */
export type RenamePlan = {
  find: string
  replace: string
  isRegular: boolean
  letters: 'same' | 'lower' | 'upper' | 'title'
  /** In the place of the whole name: `{name}` is the one that the other parts made, `{n}` the number; '' leaves it. */
  pattern: string
  from: number
  digits: number
  /** The suffix takes part like any other letters. */
  withSuffix: boolean
}
export const NO_CHANGE: RenamePlan = {
  find: '',
  replace: '',
  isRegular: false,
  letters: 'same',
  pattern: '',
  from: 1,
  digits: 2,
  withSuffix: false,
}
export type Named = { hash: string; name: string; isFolder: boolean }
/** `problem`: not a name, or the name of another one of these; null: fine. */
export type Planned = { hash: string; from: string; to: string; problem: 'invalid' | 'twice' | null }

const parted = ({ name, isFolder }: Named, withSuffix: boolean): [stem: string, suffix: string] => {
  const dot = isFolder || withSuffix ? -1 : name.lastIndexOf('.')
  return dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
}

/** The pattern to look for; null when somebody is still writing it. */
export function searchOf({ find, isRegular }: Pick<RenamePlan, 'find' | 'isRegular'>): RegExp | null {
  try {
    return new RegExp(isRegular ? find : find.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gu')
  } catch {
    // Half a pattern is none.
    return null
  }
}

const lettersOf: Record<RenamePlan['letters'], (text: string) => string> = {
  same: (text) => text,
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  title: (text) => text.toLowerCase().replace(/(^|[^\p{L}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase()),
}

function renamed(item: Named, at: number, plan: RenamePlan): string {
  const [stem, suffix] = parted(item, plan.withSuffix)
  const search = plan.find ? searchOf(plan) : null
  // Plain text is meant as it is written, `$` and all.
  const replaced = !search
    ? stem
    : plan.isRegular
      ? stem.replace(search, plan.replace)
      : stem.replace(search, () => plan.replace)
  const lettered = lettersOf[plan.letters](replaced)
  const number = String(plan.from + at).padStart(plan.digits, '0')
  const whole = plan.pattern
    ? plan.pattern.replace(/\{(name|n)\}/g, (_part, word: string) => (word === 'n' ? number : lettered))
    : lettered
  return `${whole}${suffix}`.normalize('NFC').trim()
}

/** What all items would be called, in their order. */
export function planNames(items: readonly Named[], plan: RenamePlan): Planned[] {
  const names = items.map((item, at) => renamed(item, at, plan))
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return items.map(({ hash, name: from }, at) => {
    const to = names[at] ?? from
    const problem = !isFileName(to) ? 'invalid' : (counts.get(to) ?? 0) > 1 ? 'twice' : null
    return { hash, from, to, problem }
  })
}
