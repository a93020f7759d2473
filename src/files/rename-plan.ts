import { isFileName } from '#contract/files.ts'

/** A plan for renaming many items; every part is optional. */
export type RenamePlan = {
  find: string
  replace: string
  isRegular: boolean
  letters: 'same' | 'lower' | 'upper' | 'title'
  /** Replaces the whole name: `{name}` is the result of the other parts, `{n}` the number; '' keeps the name. */
  pattern: string
  from: number
  digits: number
  /** The suffix is changed like the rest of the name. */
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
/** `problem`: an invalid name, or the same name as another item; null if fine. */
export type Planned = { hash: string; from: string; to: string; problem: 'invalid' | 'twice' | null }

const parted = ({ name, isFolder }: Named, withSuffix: boolean): [stem: string, suffix: string] => {
  const dot = isFolder || withSuffix ? -1 : name.lastIndexOf('.')
  return dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
}

/** The regular expression to search for; null while it is incomplete. */
export function searchOf({ find, isRegular }: Pick<RenamePlan, 'find' | 'isRegular'>): RegExp | null {
  try {
    return new RegExp(isRegular ? find : find.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gu')
  } catch {
    // An incomplete pattern is invalid and matches nothing.
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
  // Plain text is replaced literally, including `$`.
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

/** The new names of all items, in their order. */
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
