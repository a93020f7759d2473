/** Keys pressed within this many milliseconds of each other form one text. */
const TYPE_AHEAD_MS = 800

/** Text typed so far, and the time of its last key, as the browser gives it for events. */
export type Typed = { text: string; atMs: number }
export const NOTHING_TYPED: Typed = { text: '', atMs: Number.NEGATIVE_INFINITY }

type Press = Pick<KeyboardEvent, 'key' | 'timeStamp' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>
type Item = { name: string }

/** Names contain neither of them; one opens the search, the other the list of shortcuts. */
const SHORTCUTS = /[/?]/
const LETTER = /\p{L}/u
const isPlain = ({ key, ctrlKey, metaKey, altKey }: Press) =>
  [...key].length === 1 && !ctrlKey && !metaKey && !altKey && !SHORTCUTS.test(key)

/** Whether a key can be the first one of a name: a space, and a letter with Shift, are shortcuts. */
export const startsName = (event: Press): boolean =>
  isPlain(event) && event.key !== ' ' && !(event.shiftKey && LETTER.test(event.key))

const startsWith = (text: string) => (item: Item) => item.name.toLowerCase().startsWith(text)

/** The text after a key, or null if the key is not part of a name; a space is one only where a name has one. */
export function typedWith(before: Typed, event: Press, items: readonly Item[]): Typed | null {
  const { key, timeStamp: atMs } = event
  // The time at which the key was pressed: a busy page may handle it much later.
  const text = atMs - before.atMs < TYPE_AHEAD_MS ? before.text : ''
  const letter = key.toLowerCase()
  if (text ? !isPlain(event) : !startsName(event)) return null
  if (key === ' ' && !items.some(startsWith(`${text} `))) return null
  // One letter again and again walks through the names that start with it.
  return { text: text === letter ? letter : text + letter, atMs }
}

/** The row of the next name that starts with the text; a single letter moves on from the focused row. -1: none. */
export function rowOf({ text }: Typed, items: readonly Item[], focus: number): number {
  const from = text.length === 1 ? focus + 1 : Math.max(0, focus)
  const next = items.findIndex((item, at) => at >= from && startsWith(text)(item))
  return next >= 0 ? next : items.findIndex(startsWith(text))
}
