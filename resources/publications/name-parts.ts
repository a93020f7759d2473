/** Family names of two characters that are still common. Source: 百家姓 and the name statistics of 2020. */
const TWO_CHARACTERS =
  /^(欧阳|上官|司马|诸葛|司徒|东方|皇甫|尉迟|公孙|慕容|长孙|宇文|令狐|端木|夏侯|淳于|轩辕|南宫|闻人|呼延|百里|东郭|西门|独孤)/u
const CHINESE = /^\p{Script=Han}{2,4}$/u

/**
 * Proposes which part of a person's name is the family name: the first one of a Chinese name, the last word of another;
 * what stands before a comma is meant so. Both are empty where there is nothing to go by.
 */
export function nameParts(name: string): { family: string; given: string } {
  const [whole = '', behind] = name.split(/[,，]/).map((part) => part.trim())
  if (behind) return { family: whole, given: behind }
  if (CHINESE.test(whole)) {
    const length = whole.length > 2 && TWO_CHARACTERS.test(whole) ? 2 : 1
    return { family: whole.slice(0, length), given: whole.slice(length) }
  }
  const [family = '', ...given] = whole.split(/\s+/).reverse()
  return given.length ? { family, given: given.reverse().join(' ') } : { family: '', given: '' }
}
