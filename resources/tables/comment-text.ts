import { MENTION } from '#contract/table-comments.ts'

/** A part of a comment: words, or the person mentioned. */
export type Part = { text: string; isMention: boolean }

/** The parts of a comment, with mentions as names; `unknown` is shown for a person without one. */
export function partsOf(text: string, names: Readonly<Record<string, string>>, unknown: string): Part[] {
  const parts: Part[] = []
  let from = 0
  for (const { 0: whole, 1: id = '', index } of text.matchAll(MENTION)) {
    if (index > from) parts.push({ text: text.slice(from, index), isMention: false })
    parts.push({ text: `@${names[id] ?? unknown}`, isMention: true })
    from = index + whole.length
  }
  if (from < text.length) parts.push({ text: text.slice(from), isMention: false })
  return parts
}

/** People by the name in the suggestions; namesakes get a number. */
export type Offered = ReadonlyMap<string, string>

/** The name under which somebody is offered, who may have been before. */
export function offer(offered: Map<string, string>, id: string, name: string): string {
  for (let n = 1; ; n += 1) {
    const label = n === 1 ? name : `${name} (${n})`
    if (!offered.has(label)) offered.set(label, id)
    if (offered.get(label) === id) return label
  }
}

/** The stored form of a comment: suggested names in the text become mentions, longer names first. */
export function keptText(shown: string, offered: Offered): string {
  const names = [...offered.keys()].toSorted((one, other) => other.length - one.length)
  return names.reduce((text, name) => text.replaceAll(`@${name}`, () => `@{${offered.get(name)}}`), shown)
}

/** The editable form of a stored comment, and the people it mentions. */
export function fieldText(kept: string, names: Readonly<Record<string, string>>, offered: Map<string, string>): string {
  return kept.replaceAll(MENTION, (whole, id: string) => (names[id] ? `@${offer(offered, id, names[id])}` : whole))
}
