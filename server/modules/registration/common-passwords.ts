import { NewPassword } from '#contract/people.ts'
import { Failure } from '#server/failure.ts'

let list: Promise<Set<string>> | undefined

/** Digits and characters often used instead of letters. */
const letters: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const bare = (text: string) => text.toLowerCase().replace(/[013457@$!]/g, (mark) => letters[mark] ?? mark)
/** A password without the digits and punctuation around it. */
const stem = (text: string) => text.toLowerCase().replace(/^[^a-z]+|[^a-z]+$/g, '')

async function load(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map((word) => word.toLowerCase()))
}

/**
 * Whether a password is on the list of breached and common ones: unchanged, with letters in place of `0 3 @ $`, or as a
 * listed word of six letters or more with a few characters around it. Only passwords that meet the rule are looked up.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  if (!NewPassword.safeParse(password).success) return false
  list ??= load()
  const known = await list
  const word = stem(password)
  const isDressedUp = word.length >= 6 && known.has(word) && password.length - word.length <= 4
  const forms = [password.toLowerCase(), bare(password), password.toLowerCase().replace(/[^a-z0-9]+$/, '')]
  return isDressedUp || forms.some((form) => known.has(form))
}

/** Throws passwordsDiffer, passwordCommon. */
export async function checkPasswords(password: string, confirmPassword: string): Promise<void> {
  if (password !== confirmPassword) throw new Failure('passwordsDiffer')
  if (await isCommonPassword(password)) throw new Failure('passwordCommon')
}
